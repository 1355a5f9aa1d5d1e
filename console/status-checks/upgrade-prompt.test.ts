import test from 'ava';
import { onUpgradePrompt, parseUpgradeDialog, promptUpgrade, upgradeDialog } from './upgrade-prompt.ts';

test('the address of the upgrade dialog names the team whose owner has to upgrade', (t) => {
  t.is(upgradeDialog(null), 'upgrade');
  for (const teamId of [null, 'b3c0', 'a-b'])
    t.deepEqual(parseUpgradeDialog(upgradeDialog(teamId)), { teamId }, String(teamId));
});

test('the name of another dialog opens no upgrade dialog', (t) => {
  for (const dialog of [null, '', 'add', 'upgraded']) t.is(parseUpgradeDialog(dialog), null, String(dialog));
});

test.serial('a prompt reaches its listeners with the team, until they stop', (t) => {
  const seen: (string | null)[] = [];
  const stop = onUpgradePrompt((teamId) => seen.push(teamId));
  promptUpgrade('t1');
  promptUpgrade(null);
  stop();
  promptUpgrade('t2');
  t.deepEqual(seen, ['t1', null]);
});
