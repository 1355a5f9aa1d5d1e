/** Saves changes to something that other people may change at the same time. */
import { useRef, useState } from 'react';
import { ApiError, getOrNull, type ReadPath } from '../../platform/api/client.ts';
import { revalidate } from '../../platform/api/use-answer.ts';
import { type SubmitResult, toFailure } from '../fields/submit-result.ts';
import { ConcurrentEdits } from './ConcurrentEdits.tsx';

interface Edit<Thing> {
  readonly thing: Thing;
  /** Where the thing is read. */
  readonly path: ReadPath<Thing>;
  /** Default: that of the thing itself. */
  readonly revisionOf?: (thing: Thing) => number;
  /** Sends the changes if the revision is still the given one. @throws ApiError */
  readonly save: (changes: object, revision: number) => Promise<unknown>;
  /** What differs, as labels and texts. */
  readonly describeChanges: (before: Thing, now: Thing) => readonly (readonly [field: string, value: string])[];
  readonly messages: { readonly deleted: string; readonly changed: string };
}

/**
 * `original` is the thing as the form first saw it, so that no newer version slips in unseen. `submitEdit` saves the
 * changes, if there are any, and reads the thing again, so that the form begins with the saved values when it is opened
 * the next time. After a concurrent edit it fails once, lists what changed, and saves the next time.
 */
export function useEdit<Thing extends { readonly revision: number }>({
  thing,
  revisionOf = (each) => each.revision,
  ...edit
}: Edit<Thing>) {
  const [original] = useState(thing);
  const revision = useRef(revisionOf(thing));

  const submitEdit = async (changes: object): Promise<SubmitResult> => {
    const { deleted, changed } = edit.messages;
    const gone = { done: false, message: deleted, fields: {}, summary: deleted } as const;
    try {
      if (Object.keys(changes).length > 0) {
        await edit.save(changes, revision.current);
        await revalidate((path) => path === edit.path);
      }
      return { done: true };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 404) return gone;
      if (error.status !== 412) return toFailure(error);
    }
    const now = await getOrNull(edit.path);
    if (now === null) return gone;
    revision.current = revisionOf(now);
    const differences = edit.describeChanges(original, now);
    const message = <ConcurrentEdits changes={differences}>{changed}</ConcurrentEdits>;
    return { done: false, message, fields: {}, summary: changed };
  };
  return { original, submitEdit };
}
