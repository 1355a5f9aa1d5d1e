/** Replaces a part of a link that has a revision of its own, if nobody else has changed it; the toast can undo it. */
import { useRef } from 'react';
import type { LinkDetailsAnswer } from '../../query-service/contract/answers/links.ts';
import { ApiError, send } from '../platform/api/client.ts';
import { revalidateOwnChange } from '../platform/live/own-changes.ts';
import { useEdit } from '../ui/forms/use-edit.tsx';
import { messages as common } from '../ui/messages.ts';
import { notify } from '../ui/toasts/toast-store.ts';
import { linkPath } from './link-queries.ts';

interface Replacement {
  readonly link: LinkDetailsAnswer;
  readonly route: '/api/links/:id/terms' | '/api/links/:id/money';
  readonly revisionOf: (link: LinkDetailsAnswer) => number;
  readonly describeChanges: (
    before: LinkDetailsAnswer,
    now: LinkDetailsAnswer,
  ) => readonly (readonly [label: string, text: string])[];
  /** The request that gives the link back what it had. */
  readonly bodyOf: (link: LinkDetailsAnswer) => object;
  /** The lists to load again. */
  readonly lists: Parameters<typeof revalidateOwnChange>[0];
  readonly messages: Readonly<
    Record<'saved' | 'undo' | 'undone' | 'failed' | 'deletedMeanwhile' | 'changedMeanwhile', string>
  >;
}

export function useReplacement({ link, route, lists, bodyOf, describeChanges, messages, ...of }: Replacement) {
  const saved = useRef(0);
  const replaced = useRef(link);
  const put = async (body: object, revision: number) => {
    saved.current = (await send('PUT', route, { params: { id: link.id }, body, revision })).revision;
  };
  const { original, submitEdit } = useEdit({
    thing: link,
    path: linkPath(link.id),
    revisionOf: of.revisionOf,
    save: put,
    describeChanges: (before, now) => {
      replaced.current = now;
      return describeChanges(before, now);
    },
    messages: { deleted: messages.deletedMeanwhile, changed: messages.changedMeanwhile },
  });
  const undo = async () => {
    try {
      await put(bodyOf(replaced.current), saved.current);
      notify(messages.undone);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notify(common.error, { lines: [messages.failed, error.message], severity: 'destructive' });
    }
    void revalidateOwnChange(lists, [link.id]);
  };
  /** @param namesOf the API's field names as those of the form. */
  const replace = async (
    body: object,
    namesOf: (fields: Readonly<Record<string, string>>) => Readonly<Record<string, string>>,
  ) => {
    const result = await submitEdit(body);
    if (!result.done) return { ...result, fields: namesOf(result.fields) };
    notify(messages.saved, { action: { label: messages.undo, run: () => void undo() } });
    void revalidateOwnChange(lists, [link.id]);
    return result;
  };
  return { original, replace };
}
