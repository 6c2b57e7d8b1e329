import { Button } from '@mantine/core';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { apiUrl, useTranslation } from 'ui-kit';
import { downloadFrom } from 'ui-kit/download';
import { Choice } from '../../../../shared/lists/pill-menu';
import { ExportForm } from '../../components/export-form';
import type { SurveyKey } from '../survey-window';

const PATH = '/api/staff/surveys/{programme}/{survey}/export/';

/** Saves all answers to a survey as a file, with names only if they are asked for. */
export function ExportAnswers({ of }: { of: SurveyKey }) {
  const { t } = useTranslation('staff');
  const [isOpen, setIsOpen] = useState(false);
  const [names, setNames] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<Download aria-hidden size={17} />}
        onClick={() => setIsOpen(true)}
      >
        {t('export.open')}
      </Button>
      {isOpen && (
        <ExportForm
          title={t('surveys.results.export')}
          content={t('surveys.results.exportContent')}
          name={`survey-${of.survey}`}
          fetchFile={async (request, signal) => {
            const query = { ...request, names: names ? 'yes' : null };
            return (await downloadFrom(apiUrl(PATH, { path: { ...of }, query }), signal)).blob;
          }}
          onClose={() => setIsOpen(false)}
        >
          <Choice label={t('surveys.results.names')} isChosen={names} onChange={setNames} />
        </ExportForm>
      )}
    </>
  );
}
