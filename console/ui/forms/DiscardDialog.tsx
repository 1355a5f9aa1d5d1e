/** Asks before unsaved changes are discarded, once for all open forms. */
import { lazy, useEffect } from 'react';
import { guardHistory, heldBack } from '../../platform/address/history.ts';
import { useStore } from '../../platform/store/create-store.ts';
import { LazyBoundary } from '../dialogs/LazyBoundary.tsx';
import { unsavedFormsAt } from './unsaved-forms.ts';

const DiscardQuestion = lazy(async () => ({ default: (await import('./DiscardQuestion.tsx')).DiscardQuestion }));

export function DiscardDialog() {
  const waiting = useStore(heldBack);
  useEffect(() => guardHistory((search) => unsavedFormsAt(search).length > 0), []);
  const keep = () => heldBack.set(null);
  const discard = () => {
    for (const form of unsavedFormsAt(waiting?.search ?? '')) form.discard();
    waiting?.proceed();
  };
  return (
    <LazyBoundary opened={{ now: waiting !== null, onError: keep }}>
      {waiting !== null && <DiscardQuestion keep={keep} discard={discard} />}
    </LazyBoundary>
  );
}
