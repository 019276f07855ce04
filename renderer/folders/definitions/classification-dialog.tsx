import { useState } from 'react';
import { ConfirmCommand } from '../../components/dialog.tsx';
import { TextField } from '../../components/field.tsx';
import { useHostCommand } from '../../host/host.tsx';
import { useFormats, useWords } from '../../words/words.tsx';
import { emptyTyped, type TypedCategory } from '../form/draft.ts';
import styles from '../form/form.module.css';
import { EnterMoves, TextRows } from '../form/rows.tsx';
import { typedCategories } from '../form/settings-of.ts';
import { type DefinitionProps, ForgetButton } from './extraction-dialog.tsx';

/** What is known of a classification here: the service has no call to show or to change one. */
export function ClassificationDialog({ view, onClose }: DefinitionProps) {
  const words = useWords('folders.definitions');
  const make = useWords('folders.make');
  const to = useWords('folders.to');
  const formats = useFormats();
  const { id } = view.route;
  const [name, setName] = useState(view.name);
  const [description, setDescription] = useState(view.description ?? '');
  const named = view.categories.filter(({ typed }) => typed !== true).map((category) => category.name);
  const typed = view.categories.flatMap(({ id: category, name: called, ...rest }) =>
    rest.typed === true && category !== undefined ? [{ id: category, name: called }] : [],
  );
  const [categories, setCategories] = useState<readonly TypedCategory[]>(typed.length === 0 ? [emptyTyped] : typed);
  const change = useHostCommand('changeClassification', ['routes', 'status']);
  return (
    <ConfirmCommand
      command={change}
      input={{
        id,
        texts: { name: name.trim() === '' ? view.name : name.trim(), description: description.trim() },
        categories: typedCategories(categories).map((each) => ({ ...each, name: each.name === '' ? each.id : each.name })),
      }}
      done={(changed) => words('saved', { name: changed.name })}
      size="large"
      title={words('editTitle', { name: view.name })}
      more={<ForgetButton view={view} onClose={onClose} />}
      action={words('keep')}
      onClose={onClose}
    >
      <EnterMoves>
        <p className="hint">{words('classificationNote')}</p>
        <div className={styles.pair}>
          <TextField label={words('classificationName')} value={name} onText={setName} />
          <TextField label={make('description')} optional value={description} onText={setDescription} />
        </div>
        <p className="hint">
          {named.length === 0 ? words('noCategories') : to('categoriesKnown', { categories: formats.list(named) })}
        </p>
        <TextRows
          title={to('typedCategories')}
          name="categories"
          rows={categories}
          empty={emptyTyped}
          columns={[
            { key: 'id', label: to('categoryId') },
            { key: 'name', label: to('categoryName') },
          ]}
          add={make('addCategory')}
          nameOf={(number) => make('categoryNumber', { number })}
          removeOf={(number) => make('removeCategory', { number })}
          errors={{}}
          onChange={setCategories}
        />
        <p className="hint">{words('id', { id })}</p>
      </EnterMoves>
    </ConfirmCommand>
  );
}
