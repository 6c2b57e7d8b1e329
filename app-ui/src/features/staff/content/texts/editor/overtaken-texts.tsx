import { Button } from '@mantine/core';
import { Banner, useTranslation } from 'ui-kit';
import type { TextLanguage } from '../texts';
import { usePlaceText } from '../use-place-text';
import type { Homeless, Overtaken } from './draft';
import styles from './text-editor.module.css';

interface OvertakenTextsProps {
  /** The texts that both changed. */
  overtaken: readonly Overtaken[];
  /** What was typed into places that are gone. */
  homeless: readonly Homeless[];
  languages: readonly TextLanguage[];
  onDecide: (isMine: boolean) => void;
}

/** A colleague saved meanwhile: shows both versions of what both changed, and lets the author decide. */
export function OvertakenTexts({ overtaken, homeless, languages, onDecide }: OvertakenTextsProps) {
  const { t } = useTranslation('staff');
  const { placeText } = usePlaceText();
  const nameOf = (code: string) => languages.find((language) => language.code === code)?.name ?? code;
  return (
    <Banner tone="warning" role="alert">
      {overtaken.length > 0 && <p>{t('texts.overtaken.same')}</p>}
      {overtaken.length + homeless.length === 0 && <p>{t('texts.overtaken.elsewhere')}</p>}
      {overtaken.length > 0 && (
        <ul className={styles.versions}>
          {overtaken.map(({ place, language, mine, theirs }) => (
            <li key={`${place.path}|${language}`}>
              <strong>
                {placeText(place)}, <span lang={language}>{nameOf(language)}</span>
              </strong>
              <p>
                {t('texts.overtaken.mine')} <bdi lang={language}>{mine === '' ? t('staff.none') : mine}</bdi>
              </p>
              <p>
                {t('texts.overtaken.theirs')}{' '}
                <bdi lang={language}>{theirs === '' ? t('staff.none') : theirs}</bdi>
              </p>
            </li>
          ))}
        </ul>
      )}
      {homeless.length > 0 && (
        <>
          <p>{t('texts.overtaken.gone')}</p>
          <ul className={styles.versions}>
            {homeless.map((text) => (
              <li key={`${text.path}|${text.language}`}>
                <strong>
                  {placeText(text)}, <span lang={text.language}>{nameOf(text.language)}</span>
                </strong>
                <p>
                  {t('texts.overtaken.mine')} <bdi lang={text.language}>{text.mine}</bdi>
                </p>
              </li>
            ))}
          </ul>
        </>
      )}
      <div className={styles.buttons}>
        <Button variant="default" size="xs" onClick={() => onDecide(true)}>
          {t(overtaken.length === 0 ? 'texts.overtaken.goOn' : 'texts.overtaken.keepMine')}
        </Button>
        {overtaken.length > 0 && (
          <Button variant="default" size="xs" onClick={() => onDecide(false)}>
            {t('texts.overtaken.takeTheirs')}
          </Button>
        )}
      </div>
    </Banner>
  );
}
