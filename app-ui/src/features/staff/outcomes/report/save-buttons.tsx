import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Download, Printer } from 'lucide-react';
import { apiUrl, toast, useErrorText, useTranslation } from 'ui-kit';
import { downloadFrom } from 'ui-kit/download';
import { saveFile } from '../../../../shared/lists/save-file';
import type { OutcomeReport } from '../outcome-report';
import styles from './report-page.module.css';

const FORMATS = ['csv', 'xlsx'] as const;

/** Prints a report, or saves it as a file. */
export function SaveButtons({ report }: { report: OutcomeReport }) {
  const { t } = useTranslation('staff');
  const errorText = useErrorText();
  const { id, firstYear, programme, computedAt } = report;
  const save = useMutation({
    mutationFn: async (format: (typeof FORMATS)[number]) => {
      const url = apiUrl('/api/staff/outcomes/{report}/export/', { path: { report: id }, query: { format } });
      const { blob } = await downloadFrom(url, new AbortController().signal);
      saveFile(blob, `outcomes-${programme.key}-${firstYear}-${computedAt?.slice(0, 10)}.${format}`);
    },
    onSuccess: () => toast(t('export.done')),
    onError: (error) => toast(errorText(error)),
  });
  return (
    <div className={styles.buttons} data-screen-only>
      <Button leftSection={<Printer aria-hidden size={17} />} onClick={() => window.print()}>
        {t('outcomes.print')}
      </Button>
      {FORMATS.map((format) => (
        <Button
          key={format}
          variant="default"
          leftSection={<Download aria-hidden size={17} />}
          loading={save.isPending && save.variables === format}
          onClick={() => save.mutate(format)}
        >
          {t(`outcomes.files.${format}`)}
        </Button>
      ))}
    </div>
  );
}
