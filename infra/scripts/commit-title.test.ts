import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { devNull } from 'node:os';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { temporaryFolder } from '../testing/temporary-folder.ts';

const hook = path.resolve(import.meta.dirname, '..', '..', '.githooks', 'commit-msg');
// Without the configuration of this machine.
const env = {
  ...process.env,
  GIT_CONFIG_GLOBAL: devNull,
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Ann',
  GIT_AUTHOR_EMAIL: 'ann@agency.example',
  GIT_COMMITTER_NAME: 'Ann',
  GIT_COMMITTER_EMAIL: 'ann@agency.example',
};

function run(cwd: string, command: string, ...args: string[]) {
  const { status, stderr } = spawnSync(command, args, { cwd, env, encoding: 'utf8' });
  return { status, stderr };
}

function check(t: ExecutionContext, message: string) {
  const folder = temporaryFolder(t);
  writeFileSync(path.join(folder, 'message'), message);
  return run(folder, hook, 'message');
}

test('a title of 72 characters passes, whatever their bytes and however long the body is', (t) => {
  t.deepEqual(check(t, `# a comment; of git\n${'ä'.repeat(72)}\n\nA body; of ${'more '.repeat(30)}words.\n`), {
    status: 0,
    stderr: '',
  });
});

test('a title of 73 characters, or with a semicolon, is refused, and the message says what to do', (t) => {
  const long = check(t, `${'x'.repeat(73)}\n`);
  t.is(long.status, 1);
  t.regex(long.stderr, /73 characters.*Shorten it to 72/);
  const two = check(t, 'Mail: retry; log failures\n');
  t.is(two.status, 1);
  t.regex(two.stderr, /semicolon.*second change on its own/);
});

test('a range checks all its commits and no earlier ones, and HEAD if the clone lacks the range', (t) => {
  const folder = temporaryFolder(t);
  const commit = (title: string) =>
    t.is(run(folder, 'git', 'commit', '--quiet', '--allow-empty', '-m', title).status, 0);
  run(folder, 'git', 'init', '--quiet');
  commit('An old title; not checked');
  commit('Mail: retry');
  t.deepEqual(run(folder, hook, '--commits'), { status: 0, stderr: '' });
  commit('Mail: retry; log failures');
  commit('Mail: log retries');
  t.is(run(folder, hook, '--commits', 'HEAD~2..HEAD').status, 1);
  t.is(run(folder, hook, '--commits', `${'0'.repeat(40)}..HEAD`).status, 0);
});
