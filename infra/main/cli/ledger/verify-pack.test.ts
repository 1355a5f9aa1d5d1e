import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import type { PackManifest } from '../../../../command-service/evidence-packs/pack-format.ts';
import { manifestOf, openPacks } from '../../../testing/evidence-packs/pack-app.ts';
import { zip } from '../../../testing/evidence-packs/zip-parts.ts';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';
import { describePack, verifyPack } from './verify-pack.ts';

const SCRIPT = path.join(import.meta.dirname, '..', 'verify.ts');

type Parts = ReadonlyMap<string, Buffer>;

/** A pack of the link l1, sealed or not, in its own folder. */
async function opened(t: ExecutionContext, isSealed = true) {
  const packs = await openPacks(t);
  const sealed = isSealed ? await packs.seal('2026-03-06') : { count: 0, hash: '' };
  const folder = temporaryFolder(t);
  const write = async (name: string, parts: Iterable<readonly [string, Buffer]>) => {
    const file = path.join(folder, name);
    writeFileSync(file, await zip(parts));
    return file;
  };
  const parts = await packs.parts('link', 'l1');
  const kindsOf = async (changed: Iterable<readonly [string, Buffer]>) => {
    const { problems } = await verifyPack(await write('changed.zip', changed));
    return problems.map(({ kind }) => kind);
  };
  return { ...packs, sealed, parts, write, kindsOf };
}

/** The parts with one of them changed. */
function withChanged(parts: Parts, name: string, change: (text: string) => string): Parts {
  return new Map([...parts, [name, Buffer.from(change(String(parts.get(name))))]]);
}

function run(...args: string[]) {
  return new Promise<{ code: number; out: string; errors: string }>((resolve) => {
    const child = execFile(process.execPath, [SCRIPT, ...args], (_, out, errors) => {
      resolve({ code: child.exitCode ?? -1, out, errors });
    });
  });
}

test('an unchanged pack fits, even with a seal that was stored elsewhere', async (t) => {
  const { parts, write, sealed } = await opened(t);
  const report = await verifyPack(await write('pack.zip', parts), { knownSeals: [sealed] });
  t.like(report, { events: 6, sealed: 6, files: 2, filesGone: 0, unsealed: [], problems: [], notes: [] });
  t.regex(
    describePack(report),
    /^Events: 6, 6 of them under a seal; files: 2\.\nSeal of 2026-03-06: event 10, [0-9a-f]{64}\nEverything fits\./,
  );
});

test('each part that was changed is named: a record, a proof, a seal, a file, the page', async (t) => {
  const { parts, kindsOf, picture, markup, sealed } = await opened(t);
  const [webp, html] = [`evidence/${picture}.webp`, `evidence/${markup}.html.txt`];
  const inBoth = (change: (text: string) => string) =>
    withChanged(withChanged(parts, 'manifest.json', change), 'index.html', change);
  t.deepEqual(await kindsOf(inBoth((text) => text.replace('found-static', 'found-rendered'))), ['record']);
  t.deepEqual(await kindsOf(inBoth((text) => text.replaceAll(sealed.hash, '0'.repeat(64)))), ['run']);
  t.deepEqual(
    await kindsOf(inBoth((text) => text.replace(/"runs":\[.*?\n\]/s, '"runs":[]'))),
    Array(6).fill('unproven'),
  );
  t.deepEqual(await kindsOf(withChanged(parts, html, (text) => text.replace('shoes', 'Shoes'))), ['file']);
  t.deepEqual(await kindsOf([...parts].filter(([name]) => name !== webp)), ['file-absent']);
  t.deepEqual(
    await kindsOf(withChanged(parts, 'manifest.json', (text) => text.replace('Ann Example', 'Bob Example'))),
    ['page-differs'],
  );
  const inside = parts.get(html)?.toString('base64') ?? '';
  t.deepEqual(
    await kindsOf(withChanged(parts, 'index.html', (text) => text.replace(inside, `${inside.slice(0, -4)}AAAA`))),
    ['page-differs'],
  );
  t.deepEqual(await kindsOf([...parts].filter(([name]) => name !== 'index.html')), ['page-missing']);
  const leftOut = inBoth((text) => text.replace(/"files":\[\{.*?\},/, '"files":['));
  t.deepEqual(await kindsOf(leftOut), ['files-differ']);
});

test('the count of events under a seal has only records that are in the pack and proven by a seal', async (t) => {
  for (const isSealed of [true, false]) {
    const { parts, write } = await opened(t, isSealed);
    const manifest = manifestOf(parts);
    const countOf = async (change: Partial<PackManifest>) => {
      const text = JSON.stringify({ ...manifest, ...change });
      const changed = withChanged(parts, 'manifest.json', () => text);
      const { events, sealed, problems } = await verifyPack(await write('pack.zip', changed));
      t.true(problems.length > 0);
      return [events, sealed];
    };
    // A record that was taken out breaks the run in which it was.
    for (let at = 0; at < 6; at++) t.deepEqual(await countOf({ events: manifest.events.toSpliced(at, 1) }), [5, 0]);
    t.deepEqual(await countOf({ events: [] }), [0, 0]);
    t.deepEqual(await countOf({ runs: [] }), [6, 0]);
    const [first, ...others] = manifest.events;
    if (first === undefined) return t.fail();
    t.deepEqual(await countOf({ events: [{ ...first, data: '{}' }, ...others] }), [6, isSealed ? 5 : 0]);
  }
});

test('a page with a changed script proves nothing, and the report says so', async (t) => {
  const { parts, write } = await opened(t);
  const other = withChanged(parts, 'index.html', (text) => text.replace('does not match', 'matches'));
  const { problems, notes } = await verifyPack(await write('pack.zip', other));
  t.deepEqual(problems, []);
  t.regex(notes.join(), /do not rely on it/);
});

test('records that are not sealed yet have the hash of the head', async (t) => {
  const { parts, write } = await opened(t, false);
  const manifest = manifestOf(parts);
  const report = await verifyPack(await write('pack.zip', parts));
  t.deepEqual(report.problems, []);
  t.deepEqual(report.unsealed, [{ count: 10, hash: manifest.runs.at(-1)?.hash ?? '' }]);
  t.regex(
    describePack(report),
    /^Events: 6, 0 of them under a seal; files: 2\.\nNot sealed yet: event 10, [0-9a-f]{64}\n/,
  );
});

test('the command ends with 0, 1 or 2', async (t) => {
  const { parts, write, sealed, picture } = await opened(t);
  const file = await write('pack.zip', parts);
  const good = await run(file, '--seal', `${sealed.count}:${sealed.hash}`);
  t.is(good.code, 0, good.errors);
  t.regex(good.out, /Everything fits/);
  const other = await run(file, '--seal', `${sealed.count}:${'0'.repeat(64)}`, '--json');
  t.is(other.code, 1);
  t.is(JSON.parse(other.out).problems[0].kind, 'seal-differs');
  const changed = await write(
    'changed.zip',
    withChanged(parts, `evidence/${picture}.webp`, (text) => `${text}!`),
  );
  const bad = await run(changed);
  t.is(bad.code, 1);
  t.true(bad.out.includes(`✗ The file evidence/${picture}.webp was changed.`));
  const none = path.join(path.dirname(file), 'none.zip');
  writeFileSync(none, 'not a zip file');
  const broken = await run(none);
  t.is(broken.code, 2);
  t.regex(broken.errors, /^The pack could not be verified\. .+ cannot be read as a zip file/);
  const empty = await run(await write('empty.zip', [['readme.txt', Buffer.from('hello')]]));
  t.is(empty.code, 2);
  t.regex(empty.errors, /has no readable manifest\.json/);
});
