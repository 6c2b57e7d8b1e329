import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type { Hub } from './hub';

const text = (en: string, ar: string) => `{en: "${en}", de: "${en}", ar: "${ar}"}`;

/** Two steps: all kinds of content, then a mandatory quiz of two questions. */
export const KNOTS = `key: knots
title: ${text('Knots that hold a small boat safely', 'عقد تثبّت قاربًا صغيرًا بأمان')}
overview: ${text('Two knots for every day.', 'عقدتان لكل يوم.')}
banner: path.svg
color: blue
tags: [goals]
audience: learning_hub
roles: [mentee, mentor]
published_on: 2026-01-05
steps:
  - key: read
    title: ${text('What a knot does', 'ما تفعله العقدة')}
    minutes: 10
    content:
      - {type: TEXT, text: ${text('A knot **holds**.', 'العقدة تثبّت.')}}
      - {type: INSTRUCTION, text: ${text('Take a rope.', 'خذ حبلًا.')}}
      - {type: MENTOR_TIPS, text: ${text('Let them try first.', 'دعهم يحاولون أولًا.')}}
      - {type: ARTICLE, text: ${text('Ropes are old.', 'الحبال قديمة.')}}
      - {type: IMAGE, picture: door.svg, size_percentage: 50, alt: ${text('A door', 'باب')}}
      - type: YOUTUBE
        video: dQw4w9WgXcQ
        title: ${text('Tying', 'الربط')}
        transcript: ${text('Over, under.', 'فوق، تحت.')}
      - {type: HYPERLINK, url: "https://example.org/knots", text: ${text('More knots', 'عقد أخرى')}}
  - key: tie
    title: ${text('Tie one', 'اربط واحدة')}
    minutes: 5
    content:
      - type: QUIZ
        quiz:
          key: which
          help: ${text('Two questions.', 'سؤالان.')}
          allow_retake: true
          questions:
            - key: holds
              type: SingleChoiceRadio
              mandatory: true
              label: ${text('Which knot holds?', 'أي عقدة تثبّت؟')}
              options:
                - {key: granny, label: ${text('Granny', 'الجدة')}, is_correct: false, explanation: ${text('It slips.', 'تنزلق.')}}
                - {key: reef, label: ${text('Reef', 'الشراع')}, is_correct: true, explanation: ${text('It lies flat.', 'تستوي.')}}
            - {key: why, type: TextBox, mandatory: false, label: ${text('What will you tie?', 'ماذا ستربط؟')}}
`;

const paragraphs = Array.from({ length: 12 }, (_, index) => `Paragraph ${index + 1}: a knot holds.`);
const long = `{type: TEXT, text: ${text(paragraphs.join('\\n\\n'), 'نص')}}`;
const longStep = (key: string, title: string, more = '') => `  - key: ${key}
    title: ${text(title, title)}
    minutes: 5
    content:
      - ${long}
${more}`;

/** Three steps that are longer than the window; the second one has a mandatory quiz. */
export const LONG_SESSION = `${KNOTS.slice(0, KNOTS.indexOf('steps:'))}steps:
${longStep('read', 'What a knot does')}${longStep('tie', 'Tie one', KNOTS.slice(KNOTS.lastIndexOf('      - type: QUIZ')))}${longStep('end', 'Well tied')}`;

/** Its pictures and tags are those of a new installation. */
const BUILT_IN = fileURLToPath(new URL('../../content', import.meta.url));

export async function addSession(hub: Hub, session = KNOTS, name = 'knots'): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'mentorhub-content-'));
  await mkdir(join(folder, 'sessions'));
  await cp(BUILT_IN, folder, {
    recursive: true,
    filter: (path) => /content$|pictures|tags\.yaml$/.test(path),
  });
  await writeFile(join(folder, `sessions/${name}.yaml`), session);
  await hub.command('content', 'import', folder);
  await rm(folder, { recursive: true });
}

export const TITLE = 'Knots that hold a small boat safely';
/** The title on cards, which have room for 32 characters. */
export const CUT_TITLE = 'Knots that hold a small boat saf…';
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
export const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
export const heading = (page: Page, name: string) => page.getByRole('heading', { name });
export const card = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: heading(page, title) });
