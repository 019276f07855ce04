import { Check } from 'lucide-react';
import { type ReactNode, useEffect, useId } from 'react';
import { useTimeZone } from 'use-intl';
import type { DocumentSummary } from '../../electron/core/contract/documents.ts';
import type { Home } from '../../electron/core/contract/home.ts';
import type { Status } from '../../electron/core/contract/status.ts';
import { hasResults, headlineOf, troubledFolders } from '../../electron/core/contract/tray-state.ts';
import { fileNameOf } from '../../electron/core/document/document.ts';
import { type Message, say } from '../../electron/core/messages/message.ts';
import { isolated } from '../../electron/core/messages/wording.ts';
import { LinkButton } from '../components/button.tsx';
import { FileName } from '../components/file-name.tsx';
import { folderNames } from '../components/folder-names.ts';
import { Problem } from '../components/problem.tsx';
import { ScreenFrame } from '../components/screen.tsx';
import { useHostQuery } from '../host/use-host-query.ts';
import { type AppLocation, go, hrefOf } from '../navigation.ts';
import { StateCell } from '../queue/state-cell.tsx';
import { useColumnNames } from '../queue/use-columns.ts';
import { Thumbnail } from '../review/page/thumbnail.tsx';
import { labelOf } from '../review/review-task.ts';
import { Text, useFormats, useWords } from '../words/words.tsx';
import styles from './home.module.css';

/** What a person sees first: what needs them, what came in and what it comes to, what stands still, and the last result. */
export function HomeScreen() {
  const words = useWords('home');
  const { data: status } = useHostQuery('status', {});
  const home = useHostQuery('home', { timeZone: useTimeZone() ?? 'UTC' });
  const isEarly = status !== undefined && !hasResults(status);
  // Before there is a result, the list of documents says more.
  useEffect(() => {
    if (isEarly) go({ screen: 'queue' }, 'replace');
  }, [isEarly]);
  return (
    <ScreenFrame title={words('title')}>
      <Problem problem={home.error?.problem} />
      {status !== undefined && home.data !== undefined && (
        <div className={styles.cards}>
          <NeedsYou status={status} />
          <Today status={status} today={home.data.today} />
          <StandsStill status={status} />
          <Sums sums={home.data.sums} />
          <LastResult last={home.data.last} />
        </div>
      )}
    </ScreenFrame>
  );
}

function Card({ title, wide, children }: { readonly title: string; readonly wide?: boolean; readonly children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles.card} aria-labelledby={id} data-wide={wide}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

/** All is as it should be: a tick, and no colour. */
function Quiet({ children }: { readonly children: string }) {
  return (
    <p className={styles.quiet}>
      <Check aria-hidden />
      {children}
    </p>
  );
}

function NeedsYou({ status: { standings } }: { readonly status: Status }) {
  const words = useWords('home');
  const formats = useFormats();
  const count = standings['needs-you'];
  return (
    <Card title={words('needsYou')}>
      {count === 0 ? (
        <Quiet>{words('nothingNeedsYou')}</Quiet>
      ) : (
        <div className={styles.figure}>
          <a href={hrefOf({ screen: 'queue', show: 'needs-you' })} className={styles.asks}>
            {formats.number(count)}
          </a>
          <LinkButton kind="primary" href={hrefOf({ screen: 'review' })}>
            {words('review')}
          </LinkButton>
        </div>
      )}
      {standings.failed > 0 && (
        <p>
          <a href={hrefOf({ screen: 'queue', show: 'failed' })}>{words('failed', { count: standings.failed })}</a>
        </p>
      )}
    </Card>
  );
}

function Today({ status, today }: { readonly status: Status; readonly today: Home['today'] }) {
  const words = useWords('home');
  const formats = useFormats();
  const names = folderNames(status.folders.map(({ path }) => path));
  const moving = status.standings['on-the-way'];
  const watched = status.folders.flatMap(({ id, path }) => {
    const count = today.find(({ folderId }) => folderId === id)?.count;
    return count === undefined ? [] : [{ id, path, count }];
  });
  return (
    <Card title={words('today')}>
      {today.length === 0 ? (
        <p className={styles.quiet}>{words('noneToday')}</p>
      ) : (
        <p className={styles.figure}>
          <span>{formats.number(today.reduce((sum, { count }) => sum + count, 0))}</span>
        </p>
      )}
      {status.folders.length > 1 && watched.length > 0 && (
        <dl className={styles.pairs}>
          {watched.map(({ id, path, count }) => (
            <div key={id}>
              <dt>
                <a href={hrefOf({ screen: 'queue', folderId: id })}>{isolated(names.get(path) ?? path)}</a>
              </dt>
              <dd>{formats.number(count)}</dd>
            </div>
          ))}
        </dl>
      )}
      {moving > 0 && (
        <p>
          <a href={hrefOf({ screen: 'queue', show: 'on-the-way' })}>{words('onTheWay', { count: moving })}</a>
        </p>
      )}
    </Card>
  );
}

interface Still {
  readonly name: string;
  readonly to: AppLocation;
  readonly why: Message | undefined;
}

/** What does not move, and why: all of it, then single folders. */
function StandsStill({ status }: { readonly status: Status }) {
  const words = useWords('home');
  const lines = useWords('status.lines');
  const { line, folders } = status;
  const names = folderNames(folders.map(({ path }) => path));
  const headline = headlineOf(status);
  const settings: AppLocation = { screen: 'settings' };
  const still: Still[] = [
    ...('message' in line ? [{ name: lines(headline), to: settings, why: line.message }] : []),
    ...(line.kind === 'paused' ? [{ name: lines('paused'), to: settings, why: say('status.details.paused') }] : []),
    ...[...troubledFolders(folders), ...folders.filter(({ health }) => health.kind === 'resting')].map(
      ({ id, path, health }) => ({
        name: names.get(path) ?? path,
        to: { screen: 'folders', folderId: id } as const,
        why: 'message' in health ? health.message : say('home.folderPaused'),
      }),
    ),
  ];
  return (
    <Card title={words('still')}>
      {still.length === 0 ? (
        <Quiet>{words('nothingStill')}</Quiet>
      ) : (
        <ul className={styles.still}>
          {still.map(({ name, to, why }) => (
            <li key={hrefOf(to) + name}>
              <a href={hrefOf(to)}>{isolated(name)}</a> {why !== undefined && <Text message={why} />}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** What amounts come to, by currency and field. */
function Sums({ sums }: { readonly sums: Home['sums'] }) {
  const words = useWords('home');
  const formats = useFormats();
  const today = new Map(sums.today.map((sum) => [`${sum.currency} ${sum.field}`, sum]));
  return (
    <Card title={words('sums')} wide>
      {sums.month.length === 0 ? (
        <p className={styles.quiet}>{words('noSums')}</p>
      ) : (
        <>
          <div className={styles.scrolled}>
            <table className={styles.sums}>
              <thead>
                <tr>
                  <th scope="col">{words('amount')}</th>
                  <th scope="col">{words('sumToday')}</th>
                  <th scope="col">{words('sumMonth')}</th>
                  <th scope="col">{words('documents')}</th>
                </tr>
              </thead>
              <tbody>
                {sums.month.map((sum) => {
                  const key = `${sum.currency} ${sum.field}`;
                  return (
                    <tr key={key}>
                      <th scope="row">
                        {labelOf(sum.field)} <small>{sum.currency ?? words('noCurrency')}</small>
                      </th>
                      <td>{today.has(key) && <Money {...(today.get(key) ?? sum)} />}</td>
                      <td>
                        <Money {...sum} />
                      </td>
                      <td>{formats.number(sum.count)}</td>
                    </tr>
                  );
                })}
              </tbody>
            </table>
          </div>
          <p className={styles.hint}>{words('sumsHint')}</p>
        </>
      )}
    </Card>
  );
}

/** Exact decimals, as the person's region writes them. */
function Money({ amount, currency }: Home['sums']['month'][number]) {
  const formats = useFormats();
  const digits = amount.split('.')[1]?.length ?? 0;
  return currency === undefined
    ? formats.decimals(amount, { minimumFractionDigits: digits, maximumFractionDigits: digits })
    : formats.decimals(amount, { style: 'currency', currency });
}

function LastResult({ last }: { readonly last: DocumentSummary | undefined }) {
  const words = useWords('home');
  const formats = useFormats();
  const nameOf = useColumnNames();
  const { data: document } = useHostQuery('document', { id: last?.id ?? 0 }, { enabled: last !== undefined });
  return (
    <Card title={words('last')} wide>
      {last === undefined ? (
        <p className={styles.quiet}>{words('noLast')}</p>
      ) : (
        <div className={styles.last}>
          {document !== undefined && <Thumbnail document={document} />}
          <div>
            <h3>
              <FileName name={fileNameOf(last.path)} />
            </h3>
            <p className={styles.hint}>
              <time dateTime={new Date(last.changedAt).toISOString()}>{formats.when(last.changedAt)}</time>
            </p>
            <StateCell row={last} />
            <dl className={styles.pairs}>
              {Object.entries(last.values ?? {}).map(([column, value]) => (
                <div key={column}>
                  <dt>{nameOf(column)}</dt>
                  <dd>{isolated(value)}</dd>
                </div>
              ))}
            </dl>
            <LinkButton href={hrefOf({ screen: 'review', documentId: last.id })}>{words('open')}</LinkButton>
          </div>
        </div>
      )}
    </Card>
  );
}
