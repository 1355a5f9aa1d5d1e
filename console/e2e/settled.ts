/**
 * Runs in the page: resolves once nothing moves or fades any more, but for what never stops. What does has colours and
 * places of its own. An inherited colour passes from parent to child frame by frame, so that one frame without any
 * movement is not yet the end.
 */
export async function settled(): Promise<void> {
  for (let still = 0; still < 3; still += 1) {
    const moving = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    if (moving.length > 0) still = -1;
    await Promise.allSettled(moving.map(({ finished }) => finished));
    await new Promise(requestAnimationFrame);
  }
}
