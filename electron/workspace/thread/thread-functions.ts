import type { BirpcReturn, ChannelOptions } from 'birpc';
import type { WindowBounds } from '../../core/config/preferences.ts';
import type { ContractError, Notice } from '../../core/contract/contract.ts';
import type { Message } from '../../core/messages/message.ts';
import { MessageError, messageOf } from '../../core/messages/message-error.ts';
import type { Result } from '../../core/result.ts';
import type { Begun, ProcessOptions, ProcessScript } from '../../process.ts';
import type { KeyStore } from '../../settings/keychain.ts';
import type { TraySnapshot, Workspace, WorkspaceWorld } from '../workspace.ts';

/** What a workspace needs that is plain data. */
export type PlainWorld = Pick<
  WorkspaceWorld,
  'dataDirectory' | 'environmentKey' | 'environmentUrl' | 'about' | 'by' | 'samplesDirectory' | 'locale' | 'home' | 'verbose'
>;

/** What the thread begins with. */
export interface ThreadStart extends PlainWorld, Pick<WorkspaceWorld, 'warnings'> {
  readonly settingsFile: string;
  readonly settingsText: string | undefined;
}

/** What the host calls in the thread of a workspace: plain data, within one process. Whatever comes early waits until it is open. */
export interface ThreadFunctions extends Pick<Workspace, 'preview' | 'previewBytes' | 'fileOf'> {
  /** A request as it arrived from a window. */
  request(name: unknown, input: unknown): Promise<Result<unknown, ContractError>>;
  tryAgain(): void;
  keepWindow(bounds: WindowBounds): void;
  /** Somebody else has changed the settings file. */
  edited(text: string | undefined): void;
  processSaid(id: number, message: unknown): void;
  processEnded(id: number, exit: string, how: Begun): void;
  close(): void;
}

/** What the thread calls in its host. */
export interface HostFunctions {
  readonly getKey: KeyStore['get'];
  readonly setKey: KeyStore['set'];
  readonly clearKey: KeyStore['clear'];
  /** @returns the text of the settings file after it was written */
  writeSettings(settings: Readonly<Record<string, unknown>>): Promise<string | undefined>;
  putSettingsAside(name: string): Promise<string>;
  proxyFor(url: string): Promise<string | undefined>;
  /** The thread numbers its processes. */
  startProcess(id: number, script: ProcessScript, options: ProcessOptions): void;
  sendToProcess(id: number, message: unknown): void;
  killProcess(id: number): void;
  opened(tray: TraySnapshot): void;
  notice(notice: Notice, tray: TraySnapshot | undefined): void;
}

export type ThreadCalls = BirpcReturn<ThreadFunctions, HostFunctions>;

/** Errors cross with the reason that a person may read; no answer is late. */
export const plainErrors = {
  timeout: -1,
  serialize: (message: { readonly e?: unknown }) => (message.e === undefined ? message : { ...message, e: messageOf(message.e) }),
  deserialize: (message: { readonly e?: Message }) =>
    message.e === undefined ? message : { ...message, e: new MessageError(message.e) },
} as const satisfies Partial<ChannelOptions> & { readonly timeout: number };
