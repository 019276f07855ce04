import type { WindowBounds } from '../../core/config/preferences.ts';
import type { ContractError, Notice } from '../../core/contract/contract.ts';
import type { Message } from '../../core/messages/message.ts';
import type { Result } from '../../core/result.ts';
import type { Begun, ProcessOptions, ProcessScript } from '../../process.ts';
import type { KeychainProblem } from '../../settings/keychain.ts';
import type { TraySnapshot, Workspace, WorkspaceWorld } from '../api.ts';

/** The messages between a workspace's thread and the thread that started it: plain data, within one process. */

/** What a workspace needs that is plain data. */
export type PlainWorld = Pick<
  WorkspaceWorld,
  'dataDirectory' | 'environmentKey' | 'environmentUrl' | 'about' | 'by' | 'samplesDirectory' | 'locale' | 'home' | 'verbose'
>;

/** What the thread begins with. */
export interface ThreadStart extends PlainWorld, Pick<WorkspaceWorld, 'warnings'> {
  readonly settingsFile: string;
  readonly settingsText: string | undefined;
  /** Whether the host can look up an address's proxy. */
  readonly hasProxies: boolean;
  /** Whether the host starts processes. */
  readonly hasProcesses: boolean;
}

/** What the thread asks its host for. */
export interface HostCalls {
  readonly 'key.get': { readonly input: string; readonly output: Result<string | undefined, KeychainProblem> };
  readonly 'key.set': {
    readonly input: { readonly origin: string; readonly key: string };
    readonly output: Result<void, KeychainProblem>;
  };
  readonly 'key.clear': { readonly input: string; readonly output: Result<boolean, KeychainProblem> };
  /** The text of the file after it was written. */
  readonly 'store.write': { readonly input: Readonly<Record<string, unknown>>; readonly output: string | undefined };
  readonly 'store.putAside': { readonly input: string; readonly output: string };
  readonly proxy: { readonly input: string; readonly output: string | undefined };
}

export type HostCallName = keyof HostCalls;
export type HostCall = {
  readonly [Name in HostCallName]: { readonly name: Name; readonly input: HostCalls[Name]['input'] };
}[HostCallName];

type FileRequestName = 'preview' | 'previewBytes' | 'fileOf';
/** A call of a workspace's method about a document's file. */
export type FileRequest = {
  readonly [Name in FileRequestName]: { readonly name: Name; readonly args: Parameters<Workspace[Name]> };
}[FileRequestName];

/** To the thread. */
export type ToThread =
  | { readonly kind: 'request'; readonly id: number; readonly name: unknown; readonly input: unknown }
  | ({ readonly kind: 'file'; readonly id: number } & FileRequest)
  | { readonly kind: 'network' | 'wake' }
  | { readonly kind: 'window'; readonly bounds: WindowBounds }
  | { readonly kind: 'edited'; readonly text: string | undefined }
  | { readonly kind: 'called'; readonly id: number; readonly output: unknown }
  | { readonly kind: 'call-failed'; readonly id: number; readonly message: Message }
  | {
      readonly kind: 'process';
      readonly id: number;
      readonly heard: { readonly message: unknown } | { readonly exit: string; readonly how: Begun };
    }
  | { readonly kind: 'close' };

/** From the thread. */
export type FromThread =
  | { readonly kind: 'opened'; readonly tray: TraySnapshot }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: Result<unknown, ContractError> }
  | { readonly kind: 'notice'; readonly notice: Notice; readonly tray?: TraySnapshot }
  | { readonly kind: 'call'; readonly id: number; readonly call: HostCall }
  | { readonly kind: 'process'; readonly id: number; readonly order: ProcessOrder }
  | { readonly kind: 'closed' };

/** What is to be done with a process that the host has started, or starts, for the thread. */
export type ProcessOrder =
  | { readonly kind: 'start'; readonly script: ProcessScript; readonly options: ProcessOptions }
  | { readonly kind: 'send'; readonly message: unknown }
  | { readonly kind: 'kill' };
