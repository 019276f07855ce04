import { CircleAlert, CircleCheck, Stethoscope, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { RequestOutput } from '../../electron/core/contract/contract.ts';
import type { Check, FolderStatus } from '../../electron/core/contract/status.ts';
import type { MessageCode } from '../../electron/core/messages/message.ts';
import { Problem } from '../components/banner.tsx';
import { Button, LinkButton } from '../components/button.tsx';
import { Panel } from '../components/screen.tsx';
import { useHostCommand, useHostQuery } from '../host/host.tsx';
import { useDocumentActions } from '../queue/use-document-actions.tsx';
import { Text, useFormats, useText, useWords } from '../words/words.tsx';
import styles from './doctor-section.module.css';
import settings from './settings.module.css';

/** What the button beside a finding does; where none of these helps, it checks again. */
type Remedy = 'folder' | 'show-folder' | 'connection' | 'queue' | 'make-private' | 'copy';

/** By the remedy that the check names. */
const remedies: Partial<Record<MessageCode, Remedy>> = {
  'health.folder.missingRemedy': 'folder',
  'health.folder.isFileRemedy': 'folder',
  'health.folder.overlapRemedy': 'folder',
  'health.folder.unreadableRemedy': 'show-folder',
  'health.folder.sharedRemedy': 'show-folder',
  'health.folder.readOnlyResults': 'show-folder',
  'health.watch.slowRemedy': 'folder',
  'health.watch.refusedRemedy': 'copy',
  'health.watch.limitRemedy': 'copy',
  'health.data.makePrivate': 'make-private',
  'health.ledger.unverifiedRemedy': 'queue',
  'health.route.unknownRemedy': 'folder',
  'health.route.unverifiedRemedy': 'folder',
  'health.service.keyRemedy': 'connection',
  'health.service.refusedRemedy': 'connection',
  'health.service.unreachableRemedy': 'connection',
  'health.service.unclearRemedy': 'connection',
};

const icons = { ok: CircleCheck, warning: TriangleAlert, problem: CircleAlert };
const tones = { ok: 'plain', warning: 'warn', problem: 'bad' };
const order = ['problem', 'warning', 'ok'] as const;

/** What `intray doctor` checks, each finding with its remedy as a button. */
export function DoctorSection() {
  const words = useWords('settings.doctor');
  const reports = useWords('answers.doctor');
  const formats = useFormats();
  const doctor = useHostCommand('doctor', ['status']);
  const [found, setFound] = useState<RequestOutput<'doctor'>['checks']>();
  const check = async (): Promise<void> => {
    const answer = await doctor.run({});
    if (answer.ok) setFound(answer.value.checks);
  };
  const count = (status: Check['status']): number => found?.filter((each) => each.status === status).length ?? 0;
  return (
    <Panel title={words('title')}>
      <div className={settings.row}>
        <p className="hint">{words('hint')}</p>
        <Button icon={<Stethoscope />} busy={doctor.isRunning} onClick={() => void check()}>
          {words(found === undefined ? 'check' : 'again')}
        </Button>
      </div>
      <Problem problem={doctor.problem} />
      <p role="status">
        {found !== undefined &&
          reports('sum', {
            problems: count('problem'),
            warnings: count('warning'),
            ok: formats.number(count('ok')),
            total: found.length,
          })}
      </p>
      {found !== undefined && (
        <ul className="stack">
          {order
            .flatMap((status) => found.filter((each) => each.status === status))
            .map((each, index) => (
              <Finding
                // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and two findings may say the same
                key={index}
                check={each}
                onAgain={() => void check()}
              />
            ))}
        </ul>
      )}
    </Panel>
  );
}

function Finding({ check, onAgain }: { readonly check: Check; readonly onAgain: () => void }) {
  const words = useWords('answers.doctor');
  const Icon = icons[check.status];
  return (
    <li className={styles.check} data-tone={tones[check.status]}>
      <Icon />
      <div className={styles.text}>
        <p>
          <strong>{words(`area.${check.area}`)}</strong> <span className="unseen">{words(check.status)}</span>
        </p>
        <Text as="p" message={check.seen} />
        {'remedy' in check && (
          <p className="soft">
            <Text message={check.remedy} />
          </p>
        )}
      </div>
      {'remedy' in check && <RemedyButton check={check} onAgain={onAgain} />}
    </li>
  );
}

function RemedyButton({
  check,
  onAgain,
}: {
  readonly check: Extract<Check, { readonly remedy: unknown }>;
  readonly onAgain: () => void;
}) {
  const words = useWords('settings.doctor.remedy');
  const text = useText();
  const actions = useDocumentActions();
  const { data: status } = useHostQuery('status', {});
  const { data: about } = useHostQuery('about', {});
  const makePrivate = useHostCommand('makeDataPrivate');
  const openFolder = useHostCommand('openFolder');
  const folder = concerned(check, status?.folders ?? []);
  const remedy = remedies[check.remedy.code];
  const button = (name: Exclude<Remedy, 'folder' | 'queue'> | 'copy-path' | 'again', act: () => unknown) => (
    <Button busy={makePrivate.isRunning} onClick={() => void act()}>
      {words(name)}
    </Button>
  );
  if (remedy === 'make-private') return button(remedy, async () => (await makePrivate.run({})).ok && onAgain());
  if (remedy === 'copy') return button(remedy, () => actions.copy(text(check.remedy)));
  if (remedy === 'show-folder' && folder !== undefined && about?.can.openFiles === true)
    return button(remedy, () => openFolder.run({ id: folder.id }));
  if (remedy === 'show-folder' && folder !== undefined) return button('copy-path', () => actions.copy(folder.path));
  if (remedy === 'folder') return <LinkButton to={{ screen: 'folders', folderId: folder?.id }}>{words('folder')}</LinkButton>;
  if (remedy === 'queue') return <LinkButton to={{ screen: 'queue' }}>{words('queue')}</LinkButton>;
  if (remedy === 'connection')
    return button(remedy, () => document.querySelector<HTMLElement>('[data-connection] input')?.focus());
  return button('again', onAgain);
}

/** The watched folder that a finding names, by its path or by the id of its route. */
function concerned({ seen: { values } }: Check, folders: readonly FolderStatus[]): FolderStatus | undefined {
  return folders.find(({ path, route }) => path === values.path || route.id === values.id);
}
