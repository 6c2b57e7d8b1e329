import { Button, NativeSelect } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Copy, FileArchive } from 'lucide-react';
import { useRef, useState } from 'react';
import { languages, toast, useErrorText, useTranslation } from 'ui-kit';
import { FormDialog } from 'ui-kit/form-dialog';
import { ModalDialog } from 'ui-kit/modal-dialog';
import { TextArea } from 'ui-kit/text-area';
import { useMissing } from '../../../../shared/lists/use-missing';
import { useSecondFactor } from '../../../../shared/second-factor/use-second-factor';
import { Checkbox } from '../../components/checkbox';
import { type CaseDetails, type CaseFileLanguage, saveCase, TOPIC } from '../api/cases';
import styles from './case-export.module.css';

const MIN_LENGTH = 3;
const MAX_LENGTH = 500;

/** Those of the document. */
const LANGUAGES: readonly CaseFileLanguage[] = ['en', 'de', 'ar'];

/** Saves a case with its evidence for the police or social services. */
export function CaseExport({ item }: { item: CaseDetails }) {
  const { t } = useTranslation('staff');
  const [isOpen, setIsOpen] = useState(false);
  const [hash, setHash] = useState<string | null>(null);
  return (
    <>
      <Button
        variant="subtle"
        leftSection={<FileArchive aria-hidden size={17} />}
        onClick={() => setIsOpen(true)}
      >
        {t('safeguarding.caseFile.open')}
      </Button>
      {isOpen && <ExportDialog item={item} onSaved={setHash} onClose={() => setIsOpen(false)} />}
      {hash !== null && <HashDialog hash={hash} onClose={() => setHash(null)} />}
    </>
  );
}

interface ExportDialogProps {
  item: CaseDetails;
  /** Gets the hash of the file. */
  onSaved: (hash: string) => void;
  onClose: () => void;
}

function ExportDialog({ item, onSaved, onClose }: ExportDialogProps) {
  const { t, i18n } = useTranslation('staff');
  const missing = useMissing();
  const errorText = useErrorText();
  const queries = useQueryClient();
  const factor = useSecondFactor();
  const abort = useRef(new AbortController());
  const [reason, setReason] = useState('');
  const [withNotes, setWithNotes] = useState(false);
  const [language, setLanguage] = useState<CaseFileLanguage>(
    () => LANGUAGES.find((one) => one === i18n.language) ?? 'en',
  );
  const save = useMutation({
    mutationFn: () => {
      const request = { reason: reason.trim(), language, withNotes };
      return factor.run(() => saveCase(item, request, abort.current.signal));
    },
    onSuccess: (hash) => {
      onClose();
      onSaved(hash);
      return queries.invalidateQueries({ queryKey: [TOPIC, 'history', item.id] });
    },
  });
  return (
    <>
      <FormDialog
        title={t('safeguarding.caseFile.title')}
        text={t('safeguarding.caseFile.text')}
        cancel={t('safeguarding.cancel')}
        submit={t('safeguarding.caseFile.save')}
        missing={missing({ [t('safeguarding.caseFile.reason')]: reason.trim().length < MIN_LENGTH })}
        isPending={save.isPending}
        error={save.error && errorText(save.error)}
        onSubmit={() => save.mutate()}
        onClose={() => {
          abort.current.abort();
          onClose();
        }}
      >
        <TextArea
          label={t('safeguarding.caseFile.reason')}
          hint={t('safeguarding.caseFile.reasonHint')}
          rows={2}
          maxLength={MAX_LENGTH}
          value={reason}
          onChange={setReason}
        />
        <NativeSelect
          size="md"
          label={t('safeguarding.caseFile.language')}
          value={language}
          onChange={({ currentTarget }) => {
            const chosen = LANGUAGES.find((one) => one === currentTarget.value);
            if (chosen !== undefined) setLanguage(chosen);
          }}
          data={languages.map(({ code, name }) => ({ value: code, label: name }))}
        />
        <Checkbox
          label={t('safeguarding.caseFile.withNotes')}
          description={t('safeguarding.caseFile.withNotesHint')}
          checked={withNotes}
          onChange={({ currentTarget }) => setWithNotes(currentTarget.checked)}
        />
      </FormDialog>
      {factor.dialog}
    </>
  );
}

/** Shows the hash of a file that was saved. */
function HashDialog({ hash, onClose }: { hash: string; onClose: () => void }) {
  const { t } = useTranslation('staff');
  const copy = () =>
    // Without the right to the clipboard the person selects it.
    void navigator.clipboard?.writeText(hash).then(
      () => toast(t('webhooks.copied')),
      () => undefined,
    );
  return (
    <ModalDialog label={t('safeguarding.caseFile.saved')} placement="center" onClose={onClose}>
      <div className={styles.saved}>
        <h2 className={styles.title}>{t('safeguarding.caseFile.saved')}</h2>
        <p className={styles.text}>{t('safeguarding.caseFile.savedText')}</p>
        <output className={styles.hash} aria-label={t('safeguarding.caseFile.hash')} dir="ltr">
          {hash}
        </output>
        <div className={styles.buttons}>
          <Button variant="default" leftSection={<Copy aria-hidden size={16} />} onClick={copy}>
            {t('webhooks.copy')}
          </Button>
          <Button onClick={onClose}>{t('safeguarding.done')}</Button>
        </div>
      </div>
    </ModalDialog>
  );
}
