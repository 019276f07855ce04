import { type Outcome, outcomeSchema } from '../core/document/outcome.ts';
import { given } from '../core/plain-data.ts';
import { ok } from '../core/result.ts';
import { type Review, reviewSchema } from '../core/review/local-review.ts';
import type { Connection } from './connection.ts';
import type { Claim, ContentKey, ContentState, FileKey, Known, RegisterAnswer } from './register.ts';
import * as statements from './statements.ts';

/** What is known of contents, in their order. */
export async function find(connection: Connection, contents: readonly ContentKey[]): Promise<RegisterAnswer<readonly Known[]>> {
  const found = await connection.query<FoundRow>(statements.findStatement, [0, ...columnsOf(contents)]);
  if (!found.ok) return found;
  const rows = new Map(found.value.map((row) => [keyOf(row), row]));
  return ok(
    contents.map((content): Known => {
      const row = rows.get(keyOf(content));
      if (row === undefined) return { ...content, state: 'free', fence: 0, held: false };
      const isFree = row.state === 'free';
      const { state, fence, machine } = row;
      const outcome = outcomeIn(row.outcome);
      const known = { ...content, state, fence: Number(fence), held: !isFree && row.held, machine };
      return { ...known, ...serviceIdsOf(row), ...given({ outcome, review: reviewIn(row.review) }) };
    }),
  );
}

export type KeyRow = { readonly origin: string; readonly route: string; readonly sha256: string };
type ServiceIds = {
  readonly service_batch: string | null;
  readonly service_file: string | null;
  readonly file_name: string | null;
};
/** PostgreSQL's large numbers arrive as text. */
export type ClaimRow = KeyRow & { readonly fence: string };
export type TakenRow = ClaimRow & ServiceIds & { readonly state: 'sent' | 'accepted' };
type FoundRow = ClaimRow &
  ServiceIds & {
    readonly state: ContentState;
    readonly machine: string;
    readonly held: boolean;
    readonly outcome: string | null;
    readonly review: string | null;
  };

export function keyOf({ origin, route, sha256 }: ContentKey): string {
  return `${sha256} ${route} ${origin}`;
}

export function claimOf({ origin, route, sha256, fence }: ClaimRow): Claim {
  return { origin, route, sha256, fence: Number(fence) };
}

export function serviceIdsOf({ service_batch: batch, service_file: file, file_name: name }: ServiceIds) {
  return given({ serviceBatchId: batch ?? undefined, serviceFileId: file ?? undefined, fileName: name ?? undefined });
}

export function columnsOf(contents: readonly ContentKey[]) {
  return [
    contents.map(({ origin }) => origin),
    contents.map(({ route }) => route),
    contents.map(({ sha256 }) => Buffer.from(sha256, 'hex')),
  ] as const;
}

export function fileColumnsOf(files: readonly FileKey[]) {
  return [files.map(({ path }) => path), files.map(({ sha256 }) => Buffer.from(sha256, 'hex'))] as const;
}

export function claimColumnsOf(claims: readonly Claim[]) {
  return [...columnsOf(claims), claims.map(({ fence }) => fence)] as const;
}

/** One that this program cannot read counts as none: the service is asked then. */
export function outcomeIn(text: string | null): Outcome | undefined {
  return outcomeSchema.safeParse(jsonIn(text)).data;
}

/** One that this program cannot read counts as none. */
export function reviewIn(text: string | null): Review | undefined {
  return reviewSchema.safeParse(jsonIn(text)).data;
}

function jsonIn(text: string | null): unknown {
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function outcomeText(outcome: Outcome | undefined): string | null {
  return outcome === undefined ? null : JSON.stringify(outcome);
}
