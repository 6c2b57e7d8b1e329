import { useTranslation } from 'ui-kit';
import { MAX_TITLE_CHARS } from '../accept';
import { isFileValue } from '../submission';
import { asText, type ViewProps } from '../view-props';
import fields from './fields.module.css';
import { FileField } from './file-field';
import styles from './file-views.module.css';

export function SingleImageUploadView(props: ViewProps) {
  return <FileField {...props} type="SingleImageUpload" />;
}

export function DocumentView(props: ViewProps) {
  return <FileField {...props} type="Document" />;
}

/** A picture and its title, which belongs to it: without a picture there is nothing to name. */
export function ImageResponseView(props: ViewProps) {
  const { t } = useTranslation('questions');
  const { value, onChange, onLeave, isDisabled, isInvalid, describedBy } = props;
  return (
    <>
      <FileField {...props} type="ImageResponse" />
      {isFileValue(value) && (
        <label className={styles.title}>
          <span>{t('file.title')}</span>
          <input
            className={fields.input}
            type="text"
            dir="auto"
            maxLength={MAX_TITLE_CHARS}
            value={asText(value.title)}
            aria-describedby={describedBy}
            aria-invalid={isInvalid || undefined}
            aria-required
            data-error-target=""
            disabled={isDisabled}
            onChange={(event) => onChange({ ...value, title: event.currentTarget.value })}
            onBlur={onLeave}
          />
        </label>
      )}
    </>
  );
}
