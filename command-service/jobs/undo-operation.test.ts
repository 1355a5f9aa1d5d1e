import test from 'ava';
import fc from 'fast-check';
import { EventBuilder, linkAdded } from '../../infra/testing/event-builder.ts';
import type { LinkledgerEvent } from '../contract/events.ts';
import type { Scope } from '../contract/scope.ts';
import type { LinkCommand } from '../model/link/commands.ts';
import { link } from '../model/link/decider.ts';
import type { EditableFields } from '../model/link/events.ts';
import { terms } from '../model/terms/decider.ts';
import { changedFields, type Terms } from '../model/terms/events.ts';
import { bulkCausationId, undoCausationId } from './apply-operation.ts';
import { priorValues } from './undo-operation.ts';

const BATCH = 'b1';
const linkId = 'l1';
type Who = 'batch' | 'undo' | 'other';

/** A link's events, written by commands of a batch and of other people. */
class Log {
  readonly #events = new EventBuilder();
  readonly all: ReturnType<EventBuilder['add']>[] = [];
  state = link.initialState;

  constructor() {
    this.#add(linkAdded(linkId, { scope: 'team:t1', assignedTo: 'ann' }), 'other');
  }

  carryOut(command: LinkCommand, who: Who): void {
    try {
      for (const event of link.decide(this.state, command)) this.#add({ ...event, stream: `link-${linkId}` }, who);
    } catch {
      // Refused: the log is unchanged.
    }
  }

  #add(event: LinkledgerEvent & { stream: string }, who: Who): void {
    const recorded = this.#events.add(event);
    const causationId = who === 'batch' ? bulkCausationId(BATCH) : who === 'undo' ? undoCausationId(BATCH) : 'c';
    const metadata = { ...recorded.metadata, causationId, correlationId: who === 'other' ? 'c' : BATCH };
    this.all.push({ ...recorded, metadata });
    if (link.isEvent(event)) this.state = link.evolve(this.state, event);
  }
}

const edit = (fields: Partial<EditableFields>): LinkCommand => ({ type: 'EditLink', linkId, fields });
const anyFields = fc.record(
  {
    remarks: fc.constantFrom(null, 'x', 'y'),
    duration: fc.constantFrom('30 days', '1 year', 'permanent'),
    tags: fc.constantFrom<readonly string[]>([], ['seo'], ['seo', 'vip']),
    liveDate: fc.constantFrom(null, '2026-01-31', '2026-02-01'),
  },
  { requiredKeys: [] },
);

test('an undo restores the fields that a batch edited, except those edited since', (t) => {
  fc.assert(
    fc.property(
      fc.array(anyFields, { maxLength: 3 }),
      anyFields,
      fc.array(anyFields, { maxLength: 3 }),
      (earlier, ordered, later) => {
        const log = new Log();
        for (const fields of earlier) log.carryOut(edit(fields), 'other');
        const had = log.state.status === 'active' ? log.state.fields : null;
        log.carryOut(edit(ordered), 'batch');
        const upTo = log.all.length;
        for (const fields of later) log.carryOut(edit(fields), 'other');
        const touched = new Set(
          log.all.slice(upTo).flatMap((event) => (event.type === 'LinkEdited' ? Object.keys(event.data.changes) : [])),
        );
        const now = log.state.status === 'active' ? log.state.fields : null;
        const was = priorValues(log.all, BATCH);
        log.carryOut(edit(was?.fields ?? {}), 'undo');
        const after = log.state.status === 'active' ? log.state.fields : null;
        for (const field of ['remarks', 'duration', 'tags', 'liveDate'] as const) {
          t.deepEqual(after?.[field], touched.has(field) ? now?.[field] : had?.[field], field);
        }
        for (const field of was?.changedSince ?? []) t.true(touched.has(field));
        if (after !== now) t.is(priorValues(log.all, BATCH), null, 'undone once');
      },
    ),
  );
});

test('a link that the batch did not change has nothing to undo', (t) => {
  const log = new Log();
  log.carryOut(edit({ remarks: 'x' }), 'other');
  t.is(priorValues(log.all, BATCH), null);
});

test('a move is recognized with the changes it caused', (t) => {
  const log = new Log();
  const move = { to: 'team:t2' as Scope, assignable: ['bob'] };
  log.carryOut({ type: 'EditLink', linkId, fields: {}, move }, 'batch');
  const was = { fields: { assignedTo: 'ann' }, scope: 'team:t1', restore: false, changedSince: [] };
  t.deepEqual(priorValues(log.all, BATCH), was as never);
  log.carryOut(edit({ assignedTo: 'bob' }), 'other');
  t.deepEqual(priorValues(log.all, BATCH), { ...was, fields: {}, changedSince: ['assignedTo'] } as never);
});

test('a link that another person restored from the trash is not undone', (t) => {
  const log = new Log();
  log.carryOut({ type: 'TrashLink', linkId }, 'batch');
  t.like(priorValues(log.all, BATCH), { restore: true, changedSince: [] });
  log.carryOut({ type: 'RestoreLink', linkId }, 'other');
  t.like(priorValues(log.all, BATCH), { changedSince: ['place'] });
});

const anyTerms: fc.Arbitrary<Terms> = fc.record({
  anchor: fc.option(fc.constantFrom({ rule: 'exactly', texts: ['tea'] } as const)),
  linkTypes: fc.option(fc.subarray(['dofollow', 'nofollow'] as const, { minLength: 1 })),
  indexable: fc.boolean(),
  visible: fc.boolean(),
  goneAfterEnd: fc.constant(false),
});

test('an undo restores the terms that a batch set, except those changed since', (t) => {
  fc.assert(
    fc.property(
      fc.array(anyTerms, { maxLength: 3 }),
      anyTerms,
      fc.array(anyTerms, { maxLength: 3 }),
      (earlier, ordered, later) => {
        const log = new EventBuilder();
        const all: ReturnType<EventBuilder['add']>[] = [];
        let state = terms.initialState;
        const set = (to: Terms, who: Who) => {
          for (const event of terms.decide(state, { type: 'SetTerms', linkId, terms: to })) {
            const recorded = log.add({ ...event, stream: `terms-${linkId}` });
            const causationId = who === 'batch' ? bulkCausationId(BATCH) : 'c';
            const correlationId = who === 'batch' ? BATCH : 'c';
            all.push({ ...recorded, metadata: { ...recorded.metadata, causationId, correlationId } });
            state = terms.evolve(state, event);
          }
        };
        for (const each of earlier) set(each, 'other');
        const had = state;
        set(ordered, 'batch');
        let [before, touched] = [state, new Set<keyof Terms>()];
        for (const each of later) {
          set(each, 'other');
          touched = touched.union(new Set(changedFields(before, state)));
          before = state;
        }
        const was = priorValues(all, BATCH);
        const after = { ...state, ...was?.fields };
        for (const field of changedFields(had, ordered))
          t.deepEqual(after[field], touched.has(field) ? state[field] : had[field], field);
        t.is(was === null, changedFields(had, ordered).length === 0);
      },
    ),
  );
});
