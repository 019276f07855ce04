import { createLogUpdate } from 'log-update';
import { say } from '../../core/messages/message.ts';
import type { UpgradeProgress } from '../../ledger/upgrade.ts';
import type { Host } from '../host.ts';
import { inform } from './events.ts';

/** Says how far the ledger of an earlier version is brought up to date: in one line of a terminal, else at the beginning only. */
export function sayUpgrade(host: Pick<Host, 'messages' | 'wording'>): UpgradeProgress {
  const { terminal } = host.messages;
  const draw = terminal === undefined ? undefined : createLogUpdate(terminal);
  return (done, of) => {
    const said = say('ledger.upgrading', { done, of });
    if (draw === undefined && done === 0) inform(host, said);
    draw?.(host.wording.text(said));
    if (done === of) draw?.done();
  };
}
