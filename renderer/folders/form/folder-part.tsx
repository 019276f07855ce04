import { FolderPlus, Info, LoaderCircle } from 'lucide-react';
import type { PropsWithChildren } from 'react';
import { Button } from '../../components/button.tsx';
import { nameOf } from '../../components/folder-names.ts';
import { IconLine } from '../../components/icon-line.tsx';
import { Problem } from '../../components/problem.tsx';
import { useHostCommand } from '../../host/use-host-command.ts';
import { Text, useFormats, useWords } from '../../words/words.tsx';
import { Part, type PartProps } from './part.tsx';
import { PathField } from './path-field.tsx';
import { Settings } from './setting.tsx';
import type { Inspection } from './use-inspection.ts';

/** Which folder: its path, what prevents watching it, and what it contains now. */
export function FolderPart({
  draft,
  change,
  errors,
  inspection,
  children,
}: PropsWithChildren<PartProps & { readonly inspection: Inspection }>) {
  const words = useWords('folders.where');
  const { found } = inspection;
  return (
    <Part title={words('title')} intro={words('intro')}>
      <PathField
        what="folder"
        label={words('label')}
        error={errors.path ?? found?.problem}
        value={draft.path}
        onChange={(path) => change({ path })}
      />
      {errors.path === undefined && found?.problem?.code === 'workspace.folder.missing' && <MakeFolder path={draft.path} />}
      <Settings group="folder" draft={draft} change={change} errors={errors} />
      <div role="status">
        <Contents inspection={inspection} />
      </div>
      {children}
    </Part>
  );
}

/** Makes the folder that is typed and not there. */
function MakeFolder({ path }: { readonly path: string }) {
  const words = useWords('folders.browse');
  const { run, isRunning, problem } = useHostCommand('makeDirectory', ['inspectFolder']);
  const name = nameOf(path.trim());
  const parent = path
    .trim()
    .replace(/[\\/]+$/, '')
    .slice(0, -name.length);
  return (
    <div className="stack gap-2">
      <div>
        <Button size="small" icon={<FolderPlus />} busy={isRunning} onClick={() => void run({ parent, name })}>
          {words('make', { name })}
        </Button>
      </div>
      <Problem problem={problem} />
    </div>
  );
}

function Contents({ inspection: { found, isLooking } }: { readonly inspection: Inspection }) {
  const words = useWords('folders.where');
  const formats = useFormats();
  if (isLooking) {
    return <IconLine icon={<LoaderCircle />}>{words('looking')}</IconLine>;
  }
  if (found === undefined || found.problem !== undefined) return null;
  const { files, more, bytes, known, notes } = found;
  const amount = more
    ? words('thereMore', { count: formats.number(files) })
    : words('there', { count: files, size: formats.size(bytes) });
  return (
    <div className="stack gap-2">
      <IconLine icon={<Info />}>
        {known > 0 ? words('known', { known, count: files }) : amount} {files > 0 && words('thereLater')}
      </IconLine>
      {notes.map((note) => (
        <IconLine key={note.code} icon={<Info />}>
          <Text message={note} />
        </IconLine>
      ))}
    </div>
  );
}
