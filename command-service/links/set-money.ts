/** Changes what a link costs, who sells it, and under which order. */
import { ConflictError } from '../../infra/ports/storage/errors.ts';
import { moneyInRemarks } from '../../projections/rules/money-remarks.ts';
import { vendorKey } from '../../projections/rules/vendor-key.ts';
import { links } from '../../projections/views/links/links.ts';
import { type CommandResult, type Editor, handleAs, load } from '../core/handle.ts';
import { money, streamOf } from '../model/money/decider.ts';
import type { Money } from '../model/money/events.ts';
import { applyEdit, type EditDeps } from './edit-link.ts';
import { requireActiveLink } from './link-access.ts';

/**
 * Changes these fields of a link that is not in the trash. A vendor that other links of the list have gets their
 * spelling, except where the link has that vendor itself: a person may correct the spelling.
 * @param isExact keeps the spelling, as for an undo.
 * @throws DomainError; what the editor's `assertUnchanged` throws.
 */
export async function setMoney(
  { store, reads }: Pick<EditDeps, 'store' | 'reads'>,
  editor: Editor,
  linkId: string,
  wanted: Partial<Money>,
  isExact = false,
): Promise<CommandResult<Money>> {
  const authorizedLink = () => requireActiveLink({ store }, linkId, editor.principal, 'EditMoney');
  const vendor = isExact ? '' : vendorKey(wanted.vendor ?? '');
  let spelled = wanted;
  if (vendor !== '' && vendor !== vendorKey((await load(store, money, streamOf(linkId))).state.vendor ?? '')) {
    const where = { scope: (await authorizedLink()).scope, place: 'active', vendor };
    const [known] = (await reads.find(links, { where, limit: 1, countUpTo: 1 })).rows;
    if (known?.money) spelled = { ...wanted, vendor: known.money.vendor };
  }
  return handleAs(store, money, { type: 'SetMoney', linkId, money: spelled }, editor, authorizedLink);
}

/**
 * Moves money from the remarks of a link to its fields; returns the position of the last event, 0 if nothing moved. The
 * remarks change last: a process that is killed in between finds the money set, and goes on.
 * @throws DomainError; ConflictError if somebody changes the link meanwhile.
 */
export async function moveRemarks(deps: EditDeps, editor: Editor, linkId: string): Promise<number> {
  const { fields, revision } = await requireActiveLink(deps, linkId, editor.principal, 'EditMoney');
  const known = await load(deps.store, money, streamOf(linkId));
  const { moved, remarks } = moneyInRemarks(fields.remarks, known.state);
  if (moved === null) return 0;
  const at = (seen: number): Editor => ({
    ...editor,
    assertUnchanged: (end) => {
      if (end.revision !== seen) throw new ConflictError(linkId, seen, end.revision);
    },
  });
  const set = await setMoney(deps, at(known.revision), linkId, moved);
  const edited = await applyEdit(deps, at(revision), linkId, { fields: { remarks }, allowDuplicate: false });
  return Math.max(set.position, edited.position);
}
