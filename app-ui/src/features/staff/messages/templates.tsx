import { NativeSelect } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { languages, toLanguage, useTranslation } from 'ui-kit';
import type { ConversationPage } from './conversation';

/** Texts that staff send often. */
export const TEMPLATES = ['received', 'vetting', 'consent', 'silent', 'meeting'] as const;

/** Texts that make sense for one role only. */
export const ROLES: Partial<Record<Template, ConversationPage['role']>> = {
  vetting: 'mentor',
  consent: 'mentee',
};

export type Template = (typeof TEMPLATES)[number];

interface TemplatesProps {
  /** Of the person who reads it. */
  language: string;
  name: string;
  role: ConversationPage['role'];
  /** Whether the text that the address names comes first: nothing is written yet, and no question waits for an answer. */
  isBlank: boolean;
  /** Gets it as well in the language of the page; null if both read the same. */
  onChoose: (text: string, own: string | null) => void;
}

/** Texts in the language of the person, by their titles in that of the page. */
export function Templates({ language, name, role, isBlank, onChoose }: TemplatesProps) {
  const { t, i18n } = useTranslation('staff');
  const { t: theirs } = useTranslation('staff', { lng: toLanguage(language) ?? 'en' });
  const [firstName] = name.split(' ');
  const theirName = languages.find(({ code }) => code === language)?.name;
  const label =
    theirName === undefined || i18n.language === language
      ? t('messages.template')
      : t('messages.templateIn', { language: theirName });
  const insert = (key: Template) => {
    const text = theirs(`messages.templates.${key}.text`, { name: firstName });
    const own = t(`messages.templates.${key}.text`, { name: firstName });
    onChoose(text, own === text ? null : own);
  };
  useNamedText((key) => isBlank && insert(key));
  return (
    <NativeSelect
      aria-label={label}
      value=""
      onChange={({ currentTarget: { value } }) => value !== '' && insert(value as Template)}
      data={[
        { value: '', label },
        ...TEMPLATES.filter((key) => (ROLES[key] ?? role) === role).map((key) => ({
          value: key,
          label: t(`messages.templates.${key}.title`),
        })),
      ]}
    />
  );
}

/** Takes the text that the address names, once. */
function useNamedText(take: (key: Template) => void): void {
  const [address, setAddress] = useSearchParams();
  const named = TEMPLATES.find((key) => key === address.get('text'));
  const taken = useRef(false);
  useEffect(() => {
    if (named === undefined || taken.current) return;
    taken.current = true;
    take(named);
    setAddress({}, { replace: true, preventScrollReset: true });
  });
}
