import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'ui-kit';
import { ChoiceField } from './choice-field';
import type { DetailFieldProps } from './detail-field';
import { programmesFor, projectsQuery } from './programmes';
import styles from './sign-up-page.module.css';
import { useLogged } from './use-logged';

/** The programmes, of which the domain of the address decides which can be chosen. */
export function ProgrammeField({ email, ...field }: DetailFieldProps & { email: string }) {
  const { t } = useTranslation('app');
  const { data: projects, error, refetch } = useQuery(projectsQuery);
  const options = programmesFor(projects ?? [], email);
  const open = options.filter(({ isDisabled }) => !isDisabled);
  const only = open.length === 1 ? open[0]?.key : undefined;
  // What was chosen for another address, or is gone meanwhile, is no choice any more.
  const isChosen = open.some(({ key }) => key === field.value);
  const { onChange } = field;

  useEffect(() => {
    if (projects === undefined || isChosen) return;
    if (only !== undefined) onChange(only);
    else if (field.value !== '') onChange('');
  }, [projects, isChosen, only, field.value, onChange]);

  useLogged(error);

  return (
    <>
      <ChoiceField
        {...field}
        value={isChosen ? field.value : ''}
        placeholder={t('signUp.chooseProgram')}
        options={options.map(({ key, name, isDisabled }) => ({ value: key, label: name, isDisabled }))}
        description={
          projects !== undefined && open.length === 0
            ? t('signUp.noProgram')
            : open.length < options.length
              ? t('signUp.someClosed')
              : undefined
        }
      />
      {error !== null && (
        <p className={styles.note}>
          {t('signUp.programsFailed')}{' '}
          <Button variant="subtle" size="compact-sm" onClick={() => void refetch()}>
            {t('actions.retry')}
          </Button>
        </p>
      )}
    </>
  );
}
