import { FileSearch, Layers, Search, SquarePlus } from 'lucide-react';
import type { PropsWithChildren } from 'react';
import type { RouteView } from '../../../electron/core/contract/folders.ts';
import { isolated } from '../../../electron/core/messages/wording.ts';
import { routeKey } from '../../../electron/core/protocol/route.ts';
import { Banner, Problem } from '../../components/banner.tsx';
import { Button } from '../../components/button.tsx';
import { Choices, type Option } from '../../components/choices.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { SelectField, TextField } from '../../components/field.tsx';
import { nameOf } from '../../components/folder-names.ts';
import { Panel } from '../../components/screen.tsx';
import { Switch } from '../../components/switch.tsx';
import { useDebounced } from '../../components/use-time.ts';
import { useHostQuery } from '../../host/host.tsx';
import { labelOf } from '../../review/review-task.ts';
import { useFormats, useWords } from '../../words/words.tsx';
import { type ClassificationDraft, type ExtractionDraft, emptyCategory, emptyField, isUntyped } from './draft.ts';
import styles from './form.module.css';
import type { PartProps } from './part.tsx';
import { PathField } from './path-field.tsx';
import { EnterMoves, RowList, TextRows } from './rows.tsx';

/** Where documents go: a known route, one found by its ID, or a new one. */
export function RoutePart({
  isSandbox,
  step,
  children,
  ...part
}: PropsWithChildren<
  PartProps & {
    readonly step?: number;
    readonly isSandbox: boolean;
  }
>) {
  const words = useWords('folders.to');
  const kinds = useWords('folders.route');
  const { data: known = [], error } = useHostQuery('routes', {});
  const knownWays = known.map((view, index): Option<string> => {
    const { route, name } = view;
    return {
      value: routeKey(route),
      icon: route.kind === 'extraction' ? <FileSearch /> : <Layers />,
      label: (
        <>
          {name} <span className="hint">{kinds(route.kind)}</span>
        </>
      ),
      hint: <KnownHint view={view} hasTwin={known.some((other) => other !== view && other.name === name)} />,
      heading: index === 0 ? words('known') : undefined,
    };
  });
  const way = (name: 'findExtraction' | 'findClassification' | 'newExtraction' | 'newClassification') => ({
    label: words(name),
    hint: words(`${name}Hint`),
    icon: name.startsWith('find') ? <Search /> : <SquarePlus />,
  });
  const extractions = known.filter(({ route }) => route.kind === 'extraction');
  return (
    <Panel title={words('title')} intro={words('intro')} step={step}>
      <Problem problem={error} />
      <Choices
        legend={words('title')}
        hideLegend
        error={part.errors.choice}
        value={part.draft.choice}
        options={[
          ...knownWays,
          {
            ...way('findExtraction'),
            value: 'find-extraction',
            heading: known.length > 0 ? words('other') : undefined,
            panel: <FindExtraction {...part} />,
          },
          { ...way('findClassification'), value: 'find-classification', panel: <FindClassification {...part} /> },
          { ...way('newExtraction'), value: 'new-extraction', panel: <NewExtraction {...part} isSandbox={isSandbox} /> },
          {
            ...way('newClassification'),
            value: 'new-classification',
            panel: <NewClassification {...part} extractions={extractions} />,
          },
        ]}
        onChoose={(choice) => part.change({ choice })}
      />
      {children}
    </Panel>
  );
}

/** A hint names no more than this. */
const maxNamed = 6;

/** What a route reads or sorts, and who uses it; with its ID, too, where another has the same name. */
function KnownHint({ view, hasTwin }: { readonly view: RouteView; readonly hasTwin: boolean }) {
  const words = useWords('folders.to');
  const formats = useFormats();
  const { route, fields, categories, usedBy } = view;
  const listed = (all: readonly string[]): string =>
    all.length > maxNamed ? `${all.slice(0, maxNamed).join(', ')} …` : formats.list(all);
  return (
    <>
      {fields.length > 0 && <span>{words('fields', { fields: listed(fields.map(({ key }) => labelOf(key))) })}</span>}
      {categories.length > 0 && <span>{words('categories', { categories: listed(categories.map(({ name }) => name)) })}</span>}
      {usedBy.length > 0 && <span>{words('usedBy', { paths: listed(usedBy.map(nameOf)) })}</span>}
      {hasTwin && <code>{route.id}</code>}
    </>
  );
}

/** An extraction by its ID: looked up, which uses no pages, and shown before any document goes there. */
function FindExtraction({ draft, change, errors }: PartProps) {
  const words = useWords('folders.to');
  const form = useWords('folders.form');
  const { found } = draft;
  const isFound = found?.route.kind === 'extraction' && found.route.id === draft.extractionId.trim();
  return (
    <>
      <TextField
        label={words('extractionId')}
        error={errors.extractionId}
        className="code"
        value={draft.extractionId}
        onText={(extractionId) => change({ extractionId })}
      />
      <div role="status" className="stack gap-2">
        {isFound && (
          <>
            <p>
              <strong>{words('found', { name: found.name })}</strong>
              {found.description !== undefined && <span className="hint"> {isolated(found.description)}</span>}
            </p>
            <FieldTable name={found.name} fields={found.fields} />
            <p className="hint">{form('checkFound')}</p>
          </>
        )}
      </div>
    </>
  );
}

export function FieldTable({ name, fields }: Pick<RouteView, 'name' | 'fields'>) {
  const words = useWords('folders.to');
  if (fields.length === 0) return <p className="hint">{words('noFields')}</p>;
  return (
    <DataTable
      label={words('fieldTable', { name })}
      columns={[
        { name: words('key'), of: ({ key }) => <code>{key}</code> },
        { name: words('description'), of: ({ description }) => isolated(description ?? '') },
        { name: words('example'), of: ({ example }) => example },
      ]}
      rows={fields}
      keyOf={({ key }) => key}
    />
  );
}

/** A classification by its ID. The service cannot list its categories: Intray learns them. */
function FindClassification({ draft, change, errors }: PartProps) {
  const words = useWords('folders.to');
  const formats = useFormats();
  const id = useDebounced(draft.classificationId.trim());
  const { data } = useHostQuery('lookUpRoute', { route: { kind: 'classification', id } }, { enabled: id !== '' });
  const known = data?.categories ?? [];
  return (
    <>
      <TextField
        label={words('classificationId')}
        error={errors.classificationId}
        className="code"
        value={draft.classificationId}
        onText={(classificationId) => change({ classificationId })}
      />
      <div role="status">
        {known.length > 0 && <p>{words('categoriesKnown', { categories: formats.list(known.map(({ name }) => name)) })}</p>}
      </div>
      <p className="hint">{words('categoriesUnknown')}</p>
    </>
  );
}

/** A new extraction: its fields, and the sample document that the service requires. */
export function NewExtraction({ draft, change, errors, isSandbox }: PartProps & { readonly isSandbox: boolean }) {
  const words = useWords('folders.make');
  const { newExtraction } = draft;
  const put = (changes: Partial<ExtractionDraft>): void => change({ newExtraction: { ...newExtraction, ...changes } });
  return (
    <EnterMoves>
      <Starters draft={newExtraction} put={put} />
      <ExtractionFields draft={newExtraction} put={put} errors={errors} />
      <Switch label={words('hasTable')} checked={newExtraction.hasTable} onChange={(hasTable) => put({ hasTable })} />
      <PathField
        what="file"
        label={words('sample')}
        hint={words('sampleHint')}
        error={errors['newExtraction.sample']}
        value={newExtraction.sample}
        onChange={(sample) => put({ sample })}
      />
      <Banner tone={isSandbox ? 'accent' : 'warn'}>{words(isSandbox ? 'sampleSandbox' : 'sampleSent')}</Banner>
    </EnterMoves>
  );
}

/** What is usually read from documents of a kind, in the language of the window. */
const starters = {
  invoices: ['vendor', 'number', 'date', 'tax', 'total', 'currency'],
  receipts: ['vendor', 'date', 'total', 'tax', 'currency', 'payment'],
  letters: ['sender', 'letterDate', 'subject', 'reference', 'deadline'],
} as const;

type Started = Pick<ExtractionDraft, 'name' | 'fields'>;

interface StartersProps {
  readonly draft: Started;
  readonly put: (changes: Started) => void;
}

/** Fills in a name and fields to begin with, while nothing was typed that this would replace. */
function Starters({ draft: { name, fields }, put }: StartersProps) {
  const words = useWords('folders.make.starters');
  const startOf = (kind: keyof typeof starters): Started => ({
    name: words(kind),
    fields: starters[kind].map((each) => ({
      key: words(`fields.${each}.key`),
      description: words(`fields.${each}.meaning`),
      example: '',
    })),
  });
  const kinds = Object.keys(starters) as (keyof typeof starters)[];
  if (!isUntyped({ name, fields }, kinds.map(startOf))) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: it groups buttons, not fields.
    <div role="group" aria-label={words('title')} className="row wrap gap-2">
      <span className="hint">{words('title')}</span>
      {kinds.map((kind) => (
        <Button key={kind} size="small" onClick={() => put(startOf(kind))}>
          {words(kind)}
        </Button>
      ))}
    </div>
  );
}

type Described = Pick<ExtractionDraft, 'name' | 'description' | 'language' | 'fields'>;

interface ExtractionFieldsProps extends Pick<PartProps, 'errors'> {
  readonly draft: Described;
  readonly put: (changes: Partial<Described>) => void;
}

/** What is said of an extraction, a new one or one that is changed. */
export function ExtractionFields({ draft, put, errors }: ExtractionFieldsProps) {
  const words = useWords('folders.make');
  const text = (name: 'name' | 'description' | 'language') => ({
    label: words(name),
    error: errors[`newExtraction.${name}`],
    value: draft[name],
    onText: (typed: string) => put({ [name]: typed }),
  });
  return (
    <>
      <TextField {...text('name')} hint={words('nameHint')} />
      <div className={styles.pair}>
        <TextField {...text('description')} optional />
        <TextField {...text('language')} optional hint={words('languageHint')} />
      </div>
      <TextRows
        title={words('fields')}
        name="newExtraction.fields"
        rows={draft.fields}
        empty={emptyField}
        columns={[
          { key: 'key', label: words('fieldKey'), placeholder: 'invoice_number' },
          { key: 'description', label: words('fieldDescription') },
          { key: 'example', label: words('fieldExample') },
        ]}
        add={words('addField')}
        nameOf={(number) => words('fieldNumber', { number })}
        removeOf={(number) => words('removeField', { number })}
        errors={errors}
        onChange={(fields) => put({ fields })}
      />
    </>
  );
}

interface NewClassificationProps extends PartProps {
  readonly extractions: readonly RouteView[];
}

/** A new classification: its categories, each of which can lead to an extraction. */
function NewClassification({ draft, change, errors, extractions }: NewClassificationProps) {
  const words = useWords('folders.make');
  const { newClassification } = draft;
  const { categories } = newClassification;
  const put = (changes: Partial<ClassificationDraft>): void =>
    change({ newClassification: { ...newClassification, ...changes } });
  const text = (name: 'name' | 'description') => ({
    label: words(name),
    error: errors[`newClassification.${name}`],
    value: newClassification[name],
    onText: (typed: string) => put({ [name]: typed }),
  });
  return (
    <EnterMoves>
      <div className={styles.pair}>
        <TextField {...text('name')} />
        <TextField {...text('description')} optional />
      </div>
      <h3>{words('categories')}</h3>
      <RowList
        rows={categories}
        empty={emptyCategory}
        onChange={(changed) => put({ categories: changed })}
        nameOf={(number) => words('categoryNumber', { number })}
        removeOf={(number) => words('removeCategory', { number })}
        add={words('addCategory')}
      >
        {(category, putOwn, index) => {
          const error = (member: string) => errors[`newClassification.categories.${index}.${member}`];
          const own = (name: 'name' | 'description' | 'keywords') => ({
            error: error(name),
            value: category[name],
            onText: (typed: string) => putOwn({ [name]: typed }),
          });
          return (
            <>
              <TextField label={words('categoryName')} {...own('name')} />
              <TextField label={words('categoryDescription')} optional {...own('description')} />
              <TextField label={words('keywords')} optional hint={words('keywordsHint')} {...own('keywords')} />
              <SelectField
                label={words('linked')}
                optional
                error={error('linkedExtractionId')}
                value={category.linked}
                options={[['', words('linkedNone')], ...extractions.map(({ route, name }) => [route.id, name] as const)]}
                onChoose={(linked) => putOwn({ linked })}
              />
            </>
          );
        }}
      </RowList>
    </EnterMoves>
  );
}
