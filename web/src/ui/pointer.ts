/** Resolves after the click for which a pointer is pressed; null if none is. */
let pressed: Promise<void> | null = null;
let release = (): void => undefined;

/** Resolves at once if no pointer is pressed, and otherwise after its click. */
export async function untilReleased(): Promise<void> {
  await pressed;
}

// Listeners that capture run before those of the elements, which cannot stop the event first.
const options = { capture: true };
addEventListener(
  'pointerdown',
  () => {
    pressed ??= new Promise((resolve) => {
      release = () => {
        pressed = null;
        resolve();
      };
    });
  },
  options,
);
// The click follows in the same task.
addEventListener('pointerup', () => setTimeout(() => release()), options);
addEventListener('pointercancel', () => release(), options);
// A menu or another window may take the pointer without `pointerup`; then the next key or click shows what waits.
addEventListener('keydown', () => release(), options);
