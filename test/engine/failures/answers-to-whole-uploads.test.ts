/** The failure table, answers to an upload that was whole: what stands in doubt, what was refused, and what was not accepted. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { usualUnknownPages } from '../../../electron/core/account/budget.ts';
import { inEnglish } from '../../../electron/core/messages/wording.ts';
import { type InBetween, inBetween } from '../support/in-between.ts';
import { type SceneSandbox, sandboxOf } from '../support/sandbox.ts';
import { Timeline } from '../support/timeline.ts';

let scene: Timeline;
let sandbox: SceneSandbox;
let between: InBetween;
beforeEach(async () => {
  scene = new Timeline();
  sandbox = await sandboxOf(scene);
  between = await inBetween(scene, sandbox.url);
});
afterEach(() => scene.end());

const page = '<!doctype html><html><body>Sign in</body></html>';
const html = { 'content-type': 'text/html' };

/** `counted`: its pages stay counted. */
const outcomes = {
  doubt: { state: 'unresolved', marked: false, counted: usualUnknownPages },
  back: { state: 'waiting', marked: false, counted: 0 },
  again: { state: 'waiting', marked: true, counted: usualUnknownPages },
  refused: { state: 'rejected', marked: false, counted: 0 },
} as const;

const answers: [number, unknown, keyof typeof outcomes, RegExp][] = [
  [200, 'OK', 'doubt', /may have received it/],
  [200, {}, 'doubt', /may have received it/],
  [302, '', 'back', /the address is wrong/],
  [400, { message: 'no such form' }, 'refused', /^no such form$/],
  [400, { error: 'no such form', request_id: 'r1' }, 'refused', /^no such form \(request_id: r1\)$/],
  [400, 'no such form', 'refused', /^no such form$/],
  [400, page, 'back', /a web page/],
  [401, { error: 'Invalid API key', code: 7 }, 'back', /Invalid API key/],
  [403, { error: 'out of pages', request_id: 'r1' }, 'back', /out of pages/],
  [404, { error: 'No such route', code: 'x' }, 'back', /No such route/],
  [404, 'no healthy upstream', 'back', /no healthy upstream/],
  [408, { error: 'Timeout' }, 'doubt', /408/],
  [413, page, 'refused', /25 MB|413/],
  [429, { error: 'Slow down', request_id: 'r1' }, 'back', /Slow down/],
  [500, { error: 'Out of order', request_id: 'r1' }, 'again', /Out of order/],
  [503, { error: 'Busy' }, 'again', /Busy/],
  [503, { message: 'Busy' }, 'doubt', /503/],
  [503, page, 'doubt', /503/],
  [502, { error: 'Bad gateway' }, 'doubt', /502/],
  [504, '', 'doubt', /504/],
  [520, { error: 'Unknown' }, 'doubt', /520/],
];

/** The same function judges the answers to both: of the other kind, one for each outcome. */
const ofEach = new Map(answers.map((answer) => [answer[2], answer]));

describe.each([
  ['extraction', answers],
  ['classification', [...ofEach.values()]],
] as const)('a whole upload to a %s that is answered with', (kind, given) => {
  it.each(given)('%i %j: %s', async (status, body, outcome, words) => {
    const id =
      kind === 'extraction'
        ? sandbox.extraction
        : sandbox.control.createClassification({ name: 'M', description: 'M', categories: [{ name: 'B', description: 'B' }] }).id;
    let asked = 0;
    between.onWhole = ({ path }) => {
      if (!/uploadFiles|batches$/.test(path) || ++asked > 1) return undefined;
      return { status, body, headers: body === page ? html : {} };
    };
    const folder = scene.folder('scans', { kind, id });
    await scene.put(folder, 'a.pdf');
    const run = await scene.start({ url: between.url, key: sandbox.key, folders: [folder] });
    await scene.until('it is known what became of it', () => asked > 0 && run.has('a.pdf') && run.state('a.pdf') !== 'uploading');
    const { state, marked, counted } = outcomes[outcome];
    expect(run.document('a.pdf')).toMatchObject({ state: { kind: state }, possibleDuplicate: marked });
    expect(run.ledger.charges.spent('')).toBe(counted);
    expect(run.uploads()).toHaveLength(1);
    const said = [
      ...run.log.map(({ details }) => (details !== undefined && 'message' in details ? details.message : undefined)),
      run.document('a.pdf').state,
    ]
      .map((each) =>
        each !== null && typeof each === 'object' && 'code' in each ? inEnglish(each as never) : JSON.stringify(each),
      )
      .join('\n');
    expect(said.split('\n').some((line) => words.test(line))).toBe(true);
  });
});
