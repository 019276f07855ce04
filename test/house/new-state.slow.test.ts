import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '../../resources/tools/build.ts';

/** What a state that only this test knows answers to each question of the table. */
const answers = {
  bucket: "'delivered'",
  progress: "'none'",
  result: "'own'",
  mayHoldIt: 'true',
  mayPayTwice: 'false',
  polling: "'never'",
  review: "'none'",
  needsPerson: "({ by }) => by === 'nobody'",
  urgency: '1',
  hasFile: 'true',
  mayChange: 'false',
  endsWhenReplaced: 'false',
} as const;

/** An entry of the table; `without` leaves one question open. */
function entryOf(name: string, without?: string): string {
  const traits = Object.entries(answers).filter(([question]) => question !== without);
  return `  ${name}: state({ by: z.string() }, { ${traits.map(([question, answer]) => `${question}: ${answer}`).join(', ')} }),\n`;
}

/** What the compiler names besides the table: the places that need to know more of a state than its answers. */
const places = [
  'electron/core/document/explain.ts',
  'electron/core/document/transition.ts',
  'electron/headless/output/state-messages.ts',
  // The words of the state, which the catalogues lack.
  'renderer/queue/drawer/drawer.tsx',
  'renderer/queue/state-cell.tsx',
  'renderer/review/review-task.ts',
  'renderer/review/values/notes.tsx',
];

describe('A state that exists only in this test', () => {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'intray-state-')));
  const table = join(directory, 'electron/core/document/states.ts');
  const original = readFileSync(join(projectRoot, 'electron/core/document/states.ts'), 'utf8');

  beforeAll(() => {
    for (const name of ['electron', 'renderer', 'resources/samples', 'tsconfig.json', 'package.json'])
      cpSync(join(projectRoot, name), join(directory, name), { recursive: true });
    symlinkSync(join(projectRoot, 'node_modules'), join(directory, 'node_modules'), 'junction');
  });
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  /** Adds entries at the end of the states whose content is there. */
  function addStates(...entries: readonly string[]): void {
    const end = '} satisfies Kinds;\n\n/** Every state but `gone`. */';
    expect(original).toContain(end);
    writeFileSync(table, original.replace(end, `${entries.join('')}${end}`));
  }

  /** What the compiler says, by file. */
  function compile(...folders: readonly string[]): ReadonlyMap<string, string> {
    const compiler = join(projectRoot, 'node_modules/typescript/bin/tsc');
    const said = new Map<string, string>();
    for (const folder of folders) {
      const { stdout } = spawnSync(process.execPath, [compiler, '-p', folder], { cwd: directory, encoding: 'utf8' });
      for (const [, file = '', message = ''] of stdout.matchAll(/^(\S+)\(\d+,\d+\): (.*)$/gm))
        said.set(file, `${said.get(file) ?? ''}${message}\n`);
    }
    return said;
  }

  it('does not compile before every question about it is answered', () => {
    const questions = Object.keys(answers);
    addStates(...questions.map((question) => entryOf(`without_${question}`, question)));
    const said = compile('electron/core').get('electron/core/document/states.ts') ?? '';
    for (const question of questions) expect(said).toContain(`Property '${question}' is missing`);
  });

  it('is named by the compiler wherever a rule depends on its data', () => {
    addStates(entryOf('archived'));
    expect([...compile('electron', 'renderer').keys()].sort()).toEqual(places);
  });

  it('is kept, listed and counted by the ledger as its answers say', () => {
    addStates(entryOf('archived'));
    const script = join(directory, 'keep.ts');
    writeFileSync(script, keepScript);
    expect(JSON.parse(execFileSync(process.execPath, [script], { encoding: 'utf8' }))).toEqual({
      read: { kind: 'archived', by: 'nobody' },
      gone: { kind: 'gone', was: { kind: 'archived', by: 'nobody' } },
      listed: ['archived'],
      balance: { moving: 1, gone: 1, found: 2 },
      attention: 1,
    });
  });
});

const keepScript = `
import { openLedger } from './electron/ledger/ledger.ts';

const ledger = openLedger(':memory:');
const { id: folderId } = ledger.folders.ensure('/scans');
const origin = 'https://service.example';
const route = { kind: 'extraction', id: 'e' };
const add = (path, file) => {
  const { id: job } = ledger.jobs.jobFor(origin, route, path, 1);
  const facts = { size: 1, mtimeMs: 1, ino: 1 };
  const settling = { kind: 'settling', since: 1 };
  const { id } = ledger.documents.add({ folderId, path, facts, origin, route, file: settling, foundAt: 1 });
  ledger.documents.update(id, { file, hash: path, job });
  ledger.documents.changeJob(job, { state: { kind: 'archived', by: 'nobody' } }, 1);
};
add('here.pdf', { kind: 'there' });
add('gone.pdf', { kind: 'gone', was: { kind: 'there' } });
const read = (name) => ledger.documents.inState(name)[0]?.state;
const { found, moving, gone } = ledger.documents.balance();
const page = ledger.documents.page({ standings: ['needs-you'] });
process.stdout.write(JSON.stringify({
  read: read('archived'),
  gone: read('gone'),
  listed: page.documents.map(({ state }) => state.kind),
  balance: { moving, gone, found },
  attention: ledger.documents.attention(),
}));
`;
