/** What `intray doctor` looks at. */
export type CheckArea =
  | 'program'
  | 'engine'
  | 'data'
  | 'ledger'
  | 'folder'
  | 'watch'
  | 'disk'
  | 'keychain'
  | 'service'
  | 'route'
  | 'clock';

/** One thing that was looked at: how it is, what was seen, and, where it is not well, what to do. Sentences for a person. */
export type Check =
  | { readonly status: 'ok'; readonly area: CheckArea; readonly seen: string }
  /** Work goes on, but slower, or with a risk. */
  | { readonly status: 'warning'; readonly area: CheckArea; readonly seen: string; readonly remedy: string }
  /** Something does not work. */
  | { readonly status: 'problem'; readonly area: CheckArea; readonly seen: string; readonly remedy: string };

export function fine(area: CheckArea, seen: string): Check {
  return { status: 'ok', area, seen };
}

export function warning(area: CheckArea, seen: string, remedy: string): Check {
  return { status: 'warning', area, seen, remedy };
}

export function problem(area: CheckArea, seen: string, remedy: string): Check {
  return { status: 'problem', area, seen, remedy };
}

/** What went wrong, in the system's own words. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** A system error's code. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
