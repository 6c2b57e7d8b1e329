import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { FileArchive } from 'lucide-react';
import { useState } from 'react';
import { announce, Banner, toast, useErrorText, useTranslation } from 'ui-kit';
import { QueryState } from 'ui-kit/query-state';
import { useSecondFactor } from '../../../../shared/second-factor/use-second-factor';
import { staffAccessQuery } from '../../api/staff';
import { AreaPage } from '../../components/area-page';
import { Section } from '../../components/section';
import { useRefresh } from '../../components/use-refresh';
import upload from '../../people/import/import-page.module.css';
import { ContentReadOnly } from '../content-read-only';
import { ContentTabs } from '../content-tabs';
import { importBundle, rehearse, saveBundle } from './bundle';
import { BundlePlanView } from './bundle-plan';

/** The content as a bundle of files: down, and up again. */
export function Component() {
  const { t } = useTranslation('staff');
  const access = useQuery(staffAccessQuery);
  return (
    <AreaPage title={t('bundle.title')} lead={t('bundle.lead')}>
      <ContentTabs shown="bundle" />
      <QueryState query={access}>
        {({ grants }) =>
          grants.some(
            ({ role, programme }) =>
              programme === null && (role === 'administrator' || role === 'coordinator'),
          ) ? (
            <div className={upload.parts}>
              <Download />
              <Upload />
            </div>
          ) : (
            <ContentReadOnly />
          )
        }
      </QueryState>
    </AreaPage>
  );
}

function Download() {
  const { t } = useTranslation('staff');
  const errorText = useErrorText();
  const { run, dialog } = useSecondFactor();
  const save = useMutation({ mutationFn: () => run(saveBundle) });
  return (
    <Section title={t('bundle.download')}>
      <p className={upload.hint}>{t('bundle.downloadText')}</p>
      <Button variant="default" loading={save.isPending} onClick={() => save.mutate()}>
        {t('bundle.downloadNow')}
      </Button>
      {save.error !== null && (
        <Banner tone="danger" role="alert">
          {errorText(save.error)}
        </Banner>
      )}
      {dialog}
    </Section>
  );
}

function Upload() {
  const { t } = useTranslation('staff');
  const errorText = useErrorText();
  const refresh = useRefresh();
  const { run, dialog } = useSecondFactor();
  const [file, setFile] = useState<File | null>(null);
  const rehearsal = useMutation({
    mutationFn: rehearse,
    onSuccess: ({ mistakeCount }) =>
      announce(mistakeCount === 0 ? t('bundle.ready') : t('bundle.mistakes', { count: mistakeCount })),
  });
  const commit = useMutation({
    mutationFn: (chosen: File) => run(() => importBundle(chosen)),
    onSuccess: async ({ isImported }) => {
      if (isImported) await Promise.all([toast(t('bundle.imported')), refresh()]);
    },
  });
  const plan = commit.data ?? rehearsal.data;
  const error = commit.error ?? rehearsal.error;
  const isPending = rehearsal.isPending || commit.isPending;
  const choose = (chosen: File) => {
    setFile(chosen);
    commit.reset();
    rehearsal.mutate(chosen);
  };
  return (
    <Section title={t('bundle.upload')}>
      <p className={upload.hint}>{t('bundle.uploadText')}</p>
      <label className={upload.file}>
        <FileArchive aria-hidden size={28} />
        <span className={upload.choose}>{t(file === null ? 'bundle.choose' : 'bundle.chooseOther')}</span>
        {file === null ? <span>{t('bundle.formats')}</span> : <bdi>{file.name}</bdi>}
        <input
          type="file"
          accept=".zip,.yaml,.yml"
          onChange={({ currentTarget }) => {
            const [chosen] = currentTarget.files ?? [];
            if (chosen) choose(chosen);
            // The same file can be chosen again after a correction.
            currentTarget.value = '';
          }}
        />
      </label>
      <p role="status" className={upload.hint}>
        {isPending && t(commit.isPending ? 'bundle.importing' : 'bundle.reading')}
      </p>
      {error !== null && !isPending && (
        <Banner tone="danger" role="alert">
          {errorText(error)}
        </Banner>
      )}
      {plan !== undefined && file !== null && !rehearsal.isPending && (
        <BundlePlanView plan={plan} isPending={commit.isPending} onImport={() => commit.mutate(file)} />
      )}
      {dialog}
    </Section>
  );
}
