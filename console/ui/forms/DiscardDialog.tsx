/** Asks before unsaved changes are discarded, once for all open forms. */
import { lazy } from 'react';
import { useBlocker } from 'react-router';
import { LazyBoundary } from '../dialogs/LazyBoundary.tsx';
import { unsavedFormsAt } from './unsaved-forms.ts';

const DiscardQuestion = lazy(async () => ({ default: (await import('./DiscardQuestion.tsx')).DiscardQuestion }));

export function DiscardDialog() {
  const blocker = useBlocker(({ nextLocation }) => unsavedFormsAt(nextLocation.search).length > 0);
  const keep = () => blocker.reset?.();
  const discard = () => {
    for (const form of unsavedFormsAt(blocker.location?.search ?? '')) form.discard();
    blocker.proceed?.();
  };
  const isAsked = blocker.state === 'blocked';
  return (
    <LazyBoundary opened={{ now: isAsked, onError: keep }}>
      {isAsked && <DiscardQuestion keep={keep} discard={discard} />}
    </LazyBoundary>
  );
}
