import type { ContractError } from '../core/contract/contract.ts';
import { type Message, say } from '../core/messages/message.ts';
import { err, type Result } from '../core/result.ts';
import type { Engine } from '../engine/api.ts';
import type { Clock } from '../engine/ports.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Service } from '../service/service.ts';
import type { WorkspaceWorld } from './api.ts';
import type { EngineKeeper } from './engine/engine-keeper.ts';
import type { Uploads } from './engine/uploads.ts';
import type { FolderList } from './folders/folder-list.ts';
import type { Notices } from './notices.ts';
import type { Parser } from './parser/parser.ts';
import type { SandboxKeeper } from './service/sandbox-keeper.ts';
import type { KeyKeeper } from './settings/key-keeper.ts';
import type { SettingsKeeper } from './settings/settings-keeper.ts';

/** What the answers to a window's requests are made from. */
export interface WorkspaceContext {
  readonly world: WorkspaceWorld;
  readonly clock: Clock;
  readonly settings: SettingsKeeper;
  readonly keys: KeyKeeper;
  readonly sandbox: SandboxKeeper;
  readonly keeper: EngineKeeper;
  readonly folders: FolderList;
  readonly notices: Notices;
  readonly uploads: Uploads;
  readonly parser: Parser;
  /** The address of the service that was chosen, as a client's `origin`; undefined before one was. */
  readonly origin: () => string | undefined;
  /**
   * Aborts a call that a window waits for, after so many milliseconds or when the workspace closes. `late`: a call that
   * costs pages; when the workspace closes, its answer is waited for a little.
   */
  readonly signal: (milliseconds: number, when?: 'late') => AbortSignal;
  /** Runs `work` with a client of the chosen service, whether or not an engine runs. Undefined if there can be no client. */
  readonly withService: <Value>(work: (service: Service) => Promise<Value>) => Promise<Value | undefined>;
}

export type Refused = { readonly ok: false; readonly error: ContractError };

export function unavailable(message: Message, field?: string): Refused {
  return err({ kind: 'unavailable', message, ...(field !== undefined && { field }) });
}

/** The input is well formed but cannot be used; the message is shown at its member. */
export function invalid(field: string, message: Message): Refused {
  return err({ kind: 'invalid-input', message, field });
}

/** The ledger, or why there is none. */
export function ledgerOf({ keeper }: WorkspaceContext): Result<Ledger, ContractError> {
  return keeper.session === undefined
    ? unavailable(keeper.stopped ?? say('workspace.starting'))
    : { ok: true, value: keeper.session.ledger };
}

/** The engine, or why none runs. */
export function engineOf({ keeper, origin }: WorkspaceContext): Result<Engine, ContractError> {
  if (keeper.running !== undefined) return { ok: true, value: keeper.running.engine };
  if (keeper.stopped !== undefined) return unavailable(keeper.stopped);
  return unavailable(origin() === undefined ? noService : say('workspace.starting'));
}

export const noService = say('workspace.noService');
