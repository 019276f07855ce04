/** The script that brings a large ledger of an earlier version up to date, for `upgrade.ts`: for a million documents that takes minutes. */
import { starter } from '../process.ts';
import { openToWrite } from './open.ts';

/** `done` of `of` formats are behind it; `ended`: it is up to date, or whoever opens it next finds out why not. */
export type UpgradeAnswer =
  | { readonly kind: 'progress'; readonly done: number; readonly of: number }
  | { readonly kind: 'ended' };

const outside = starter();
const say = (answer: UpgradeAnswer) => outside.send(answer);

outside.onMessage((file) => {
  try {
    const connection = openToWrite(file as string, 'always', undefined, (done, of) => say({ kind: 'progress', done, of }));
    connection.checkpoint();
    connection.close();
  } finally {
    say({ kind: 'ended' });
  }
});
