import type { Page } from 'playwright-core';
import type { Hands, Shown } from '../recorder.ts';

export interface DesktopOptions {
  readonly dataDirectory: string;
  readonly home: string;
  /** Besides what a desktop program needs; HOME and the data directory are set. */
  readonly environment?: Readonly<Record<string, string>>;
  /** What the program is started with. */
  readonly args?: readonly string[];
}

type Remote<Work> = Work extends (...args: infer Args) => infer Value ? (...args: Args) => Promise<Awaited<Value>> : never;

/** The desktop program as the tests see it, in the real Electron or under its stand-in. */
export interface Desktop {
  readonly driver: 'Electron' | 'stand-in';
  readonly hands: { readonly [Name in keyof Hands]: Remote<Hands[Name]> };
  /** The window's page; after a crash another one. */
  page(): Promise<Page>;
  /** Waits until what is shown is as wanted; fails with what was shown last. */
  until(what: string, wanted: (shown: Shown) => boolean): Promise<Shown>;
  /** How it ended. */
  readonly ended: Promise<{ readonly code: number | null }>;
  /** All that it wrote to its output. */
  output(): string;
  /** Ends it without asking. */
  kill(): Promise<void>;
}

/** What only the stand-in can do, or tell. */
export interface StandIn extends Desktop {
  security(): Promise<{
    readonly webPreferences: Readonly<Record<string, unknown>>;
    readonly prevented: readonly string[];
    readonly open: readonly string[];
    readonly granted: readonly string[];
  }>;
  clickLink(url: string): Promise<void>;
  askAs(url: string | null, parent: boolean, name: string): Promise<unknown>;
  rightClick(isEditable: boolean, selectionText: string): Promise<readonly string[]>;
  crossed(text: string): Promise<{ readonly all: number; readonly holding: number }>;
  watchDelay(): Promise<void>;
  delay(): Promise<{ readonly p99: number; readonly most: number }>;
  setProxy(answer: string): Promise<void>;
  setOnline(online: boolean): Promise<void>;
}
