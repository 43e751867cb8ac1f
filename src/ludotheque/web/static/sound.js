// A gentle sound, made here: two soft tones.

let context = null;

export function chime() {
  if (!navigator.userActivation?.hasBeenActive) return; // browsers want a touch first
  try {
    context ??= new AudioContext();
    for (const [n, tone] of [523.25, 783.99].entries()) {
      const at = context.currentTime + n * 0.13;
      const voice = context.createOscillator();
      const volume = context.createGain();
      voice.type = "sine";
      voice.frequency.value = tone;
      volume.gain.setValueAtTime(0.0001, at);
      volume.gain.exponentialRampToValueAtTime(0.08, at + 0.02);
      volume.gain.exponentialRampToValueAtTime(0.0001, at + 0.5);
      voice.connect(volume).connect(context.destination);
      voice.start(at);
      voice.stop(at + 0.55);
    }
  } catch {
    // no sound here
  }
}
