import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'ui-kit';
import { programmeOptions, projectsQuery } from '../../api/programmes';
import type { DetailFieldProps } from './detail-field';
import { SelectField } from './select-field';
import styles from './sign-up.module.css';
import { useLogError } from './use-log-error';

/** The programmes that the domain of the address allows. */
export function ProgrammeField({ email, ...field }: DetailFieldProps & { email: string }) {
  const { t } = useTranslation('app');
  const { data: projects, error, refetch } = useQuery(projectsQuery);
  const options = programmeOptions(projects ?? [], email);
  const open = options.filter(({ isDisabled }) => !isDisabled);
  const only = open.length === 1 ? open[0]?.key : undefined;
  // A choice made for another address, or removed since, is dropped.
  const isChosen = open.some(({ key }) => key === field.value);
  const { onChange } = field;

  useEffect(() => {
    if (projects === undefined || isChosen) return;
    if (only !== undefined) onChange(only);
    else if (field.value !== '') onChange('');
  }, [projects, isChosen, only, field.value, onChange]);

  useLogError(error);

  return (
    <>
      <SelectField
        {...field}
        value={isChosen ? field.value : ''}
        placeholder={t('signUp.chooseProgram')}
        options={options.map(({ key, name, isDisabled }) => ({ value: key, label: name, isDisabled }))}
        description={
          projects !== undefined && open.length === 0
            ? t('signUp.noProgram')
            : open.length < options.length
              ? t('signUp.someDisabled')
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
