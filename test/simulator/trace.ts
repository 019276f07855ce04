import { inEnglish } from '../../electron/core/messages/wording.ts';
import { assertNever } from '../../electron/core/result.ts';
import type { Notice } from '../support/inside/engine.ts';
import type { VirtualClock } from './virtual-clock.ts';

/** What happened in a run, for people to read. */
export class Trace {
  readonly #clock: VirtualClock;
  readonly #entries: { readonly at: number; readonly what: string }[] = [];

  constructor(clock: VirtualClock) {
    this.#clock = clock;
  }

  add(what: string): void {
    this.#entries.push({ at: this.#clock.elapsed, what });
  }

  notice(notice: Notice): void {
    switch (notice.kind) {
      case 'document': {
        const { state } = notice;
        const more = state.kind === 'waiting' ? ` ${state.wait.kind}` : '';
        this.add(`${notice.folder}/${notice.path} #${notice.id} ${state.kind}${more}${notice.delivered ? ' (delivered)' : ''}`);
        return;
      }
      case 'gate':
        this.add(`gate ${notice.gate.kind}`);
        return;
      case 'folder':
        this.add(
          `folder ${notice.path} ${notice.health.kind}${'message' in notice.health ? ` (${inEnglish(notice.health.message)})` : ''}`,
        );
        return;
      case 'question':
        this.add(`a question about ${notice.path}: ${notice.question.documents}`);
        return;
      case 'budget':
        this.add(inEnglish(notice.message));
        return;
      case 'ledger':
        this.add(notice.message === undefined ? 'the ledger can be written' : inEnglish(notice.message));
        return;
      case 'upload':
        return;
      default:
        assertNever(notice);
    }
  }

  /** One line per event, with the time in virtual seconds. */
  lines(last = Number.POSITIVE_INFINITY): string[] {
    return this.#entries.slice(-last).map(({ at, what }) => `${(at / 1_000).toFixed(3).padStart(9)} s  ${what}`);
  }
}
