import { Button } from '@mantine/core';
import { Bookmark, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { IconButton, useTranslation } from 'ui-kit';
import { useCurrentUser } from '../account/use-current-user';
import fields from '../forms/small-field.module.css';
import { PillMenu } from './pill-menu';
import { useSavedViews } from './saved-views';
import type { List } from './use-list';
import styles from './views-menu.module.css';

const MAX_NAME_LENGTH = 60;

/** Opens, saves and removes views: filters and sort under a name, on this device. */
export function ViewsMenu<Row>({ list }: { list: List<Row> }) {
  const { t } = useTranslation('lists');
  const { id } = useCurrentUser();
  const { name, shape } = list.definition;
  const saved = useSavedViews(name, id, shape);
  const current = saved.views.find((view) => saved.isCurrent(view, list.query));
  return (
    <PillMenu label={t('list.views')} icon={Bookmark} value={current?.name}>
      {(close) => (
        <div className={styles.views}>
          {saved.views.length === 0 && <p className={styles.none}>{t('list.noViews')}</p>}
          {saved.views.map((view) => (
            <div key={view.name} className={styles.view}>
              <button
                type="button"
                className={styles.open}
                aria-current={view === current || undefined}
                onClick={() => {
                  list.show(saved.queryOf(view));
                  close();
                }}
              >
                <bdi>{view.name}</bdi>
              </button>
              <IconButton
                label={t('list.removeView', { name: view.name })}
                onClick={() => saved.remove(view.name)}
              >
                <Trash2 aria-hidden size={17} />
              </IconButton>
            </div>
          ))}
          <NewView
            onSave={(title) => {
              saved.save(title, list.query);
              close();
            }}
          />
        </div>
      )}
    </PillMenu>
  );
}

function NewView({ onSave }: { onSave: (name: string) => void }) {
  const { t } = useTranslation('lists');
  const [name, setName] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '') onSave(name.trim());
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <label className={fields.label}>
        {t('list.viewName')}
        <input
          className={fields.field}
          value={name}
          maxLength={MAX_NAME_LENGTH}
          dir="auto"
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
      </label>
      <Button type="submit" size="compact-md" variant="light" disabled={name.trim() === ''}>
        {t('list.saveView')}
      </Button>
    </form>
  );
}
