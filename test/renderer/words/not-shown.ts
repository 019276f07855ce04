/** Texts of the host that never reach a window, and why. A file (or what its path begins with) alone: all of its texts. */
export interface NotShown {
  readonly file: string;
  /** The text, with `{}` for each value. */
  readonly shape?: string;
  readonly why: string;
}

const log = 'It goes to the log.';
const header = 'A header, or a part of what HTTP writes.';
const event = 'The name of an event of the history: the window has words for each (history-events.test.ts).';

export const notShown: readonly NotShown[] = [
  {
    file: 'electron/core/messages/said-in-english.ts',
    why: 'The words of the command line: the window has its own (renderer/words/*/said.ts).',
  },
  { file: 'electron/engine/watch/filter.ts', why: 'Only `intray why` says why a file is not taken.' },
  { file: 'electron/settings/config.ts', why: 'The config file is of `intray watch`, on the command line.' },
  { file: 'electron/workspace/health/', why: 'Of `intray doctor` and of the diagnostics, which are English for whoever helps.' },
  { file: 'electron/workspace/settings/diagnostics.ts', why: 'The diagnostics are English for whoever helps.' },
  { file: 'electron/desktop/words/', why: 'The tray and the menu have a catalogue of their own.' },
  { file: 'electron/desktop/start.ts', why: '`npm start` says it on the terminal.' },
  { file: 'electron/desktop/autostart-entry.ts', why: 'A file for the desktop session.' },
  { file: 'electron/core/contract/content-policy.ts', why: header },
  { file: 'electron/service/multipart.ts', why: header },

  { file: 'electron/engine/review/classification-calls.ts', shape: 'category set', why: event },
  { file: 'electron/engine/deliver/delivery-stage.ts', shape: 'not delivered', why: event },
  { file: 'electron/engine/deliver/delivery-stage.ts', shape: 'filed away', why: event },
  { file: 'electron/engine/deliver/delivery-stage.ts', shape: 'not filed away', why: event },
  { file: 'electron/engine/poll/poll-stage.ts', shape: 'not answered', why: event },
  { file: 'electron/engine/review/reviews.ts', shape: 'review undone', why: event },
  { file: 'electron/engine/review/reviews.ts', shape: 'conflict settled', why: event },

  { file: 'electron/ledger/document-row.ts', shape: 'id {}', why: 'The key of a row, as the database has it.' },
  { file: 'electron/ledger/ledger.ts', shape: 'after a crash', why: 'An option, told apart by code.' },
  { file: 'electron/ledger/open.ts', shape: 'after a crash', why: 'An option, told apart by code.' },
  { file: 'electron/service/calls.ts', shape: 'Bearer {}', why: header },
  {
    file: 'electron/service/error-body.ts',
    shape: '[API key]',
    why: 'It stands in a message of the service where that repeats the key.',
  },
  { file: 'electron/workspace/service/routes.ts', shape: 'route-view:{} {}', why: 'A key of the ledger.' },
  {
    file: 'electron/workspace/data-directory-session.ts',
    shape: 'Intray is already running',
    why: 'A beginning that is compared with.',
  },
  { file: 'electron/workspace/data-directory-session.ts', shape: 'the ledger was lost', why: log },
  { file: 'electron/workspace/words.ts', shape: '{} KB', why: 'Sizes of the command line: the window writes its own.' },
  { file: 'electron/workspace/words.ts', shape: '{} MB', why: 'Sizes of the command line: the window writes its own.' },
  { file: 'electron/workspace/words.ts', shape: '{} GB', why: 'Sizes of the command line: the window writes its own.' },
  { file: 'electron/web/answers.ts', shape: 'application/json; charset=utf-8', why: header },
  { file: 'electron/web/answers.ts', shape: 'text/html; charset=utf-8', why: header },
  { file: 'electron/web/auth.ts', shape: 'text/html; charset=utf-8', why: header },
  { file: 'electron/web/preview.ts', shape: 'text/plain; charset=utf-8', why: header },
  { file: 'electron/web/preview.ts', shape: 'bytes */{}', why: header },
  { file: 'electron/web/preview.ts', shape: 'bytes {}-{}/{}', why: header },
  { file: 'electron/web/notices.ts', shape: 'retry: 2000', why: header },
  { file: 'electron/web/notices.ts', shape: 'data: {}', why: header },
  {
    file: 'electron/web/refusals.ts',
    shape: '<p><a href="">Open Intray</a></p>',
    why: 'A page that stands in place of the window.',
  },
  { file: 'electron/desktop/keychain.ts', shape: 'Intray keychain', why: 'The name of a process.' },
  { file: 'electron/desktop/protocol.ts', shape: 'text/plain; charset=utf-8', why: header },
  { file: 'electron/desktop/updates.ts', shape: 'the release feed could not be asked', why: log },
  { file: 'electron/desktop/window.ts', shape: 'the window ended by itself', why: log },
  { file: 'electron/desktop/window.ts', shape: 'the window does not answer', why: log },
];

/** A page or a script that is written as text. */
export function isMarkupOrScript(shape: string): boolean {
  return shape.startsWith('<!doctype html>') || shape.startsWith('const chunks = [];');
}
