import type { ComponentType } from 'react';
import type { QuestionType } from './question-types';
import type { ViewProps } from './view-props';
import { AgreeabilityView } from './views/agreeability-view';
import { DateTimeView, DateView } from './views/date-views';
import { DocumentView, ImageResponseView, SingleImageUploadView } from './views/file-views';
import { MultiChoiceWithImageView, SingleChoiceWithImageView } from './views/image-choice-views';
import { MultiChoiceDropDownView } from './views/multi-drop-down-view';
import { OrderView } from './views/order-view';
import { PasswordView } from './views/password-view';
import { ScaleView } from './views/scale-view';
import { DropDownView, SingleChoiceButtonView, SingleChoiceRadioView } from './views/single-choice-views';
import { NumberView, TextBoxView, TextView } from './views/text-views';
import { VideoView } from './views/video-view';

interface Entry {
  View: ComponentType<ViewProps>;
  /** `label` names one control; `radios` and `group` are a fieldset with a legend. */
  frame: 'label' | 'radios' | 'group';
}

/** The view of each type. */
export const REGISTRY: Record<QuestionType, Entry> = {
  Text: { View: TextView, frame: 'label' },
  Password: { View: PasswordView, frame: 'label' },
  Number: { View: NumberView, frame: 'label' },
  TextBox: { View: TextBoxView, frame: 'label' },
  SingleChoiceRadio: { View: SingleChoiceRadioView, frame: 'radios' },
  SingleChoiceDropDown: { View: DropDownView, frame: 'label' },
  SimpleDropDown: { View: DropDownView, frame: 'label' },
  MultiChoiceDropDown: { View: MultiChoiceDropDownView, frame: 'group' },
  SingleChoiceButton: { View: SingleChoiceButtonView, frame: 'radios' },
  Date: { View: DateView, frame: 'label' },
  DateTime: { View: DateTimeView, frame: 'label' },
  AgreeabilityThreeOptions: { View: AgreeabilityView, frame: 'radios' },
  AgreeabilityFiveOptions: { View: AgreeabilityView, frame: 'radios' },
  AgreeabilitySevenScale: { View: AgreeabilityView, frame: 'radios' },
  AgreeabilityTenScale: { View: AgreeabilityView, frame: 'radios' },
  Scale: { View: ScaleView, frame: 'group' },
  ImageResponse: { View: ImageResponseView, frame: 'group' },
  SingleImageUpload: { View: SingleImageUploadView, frame: 'group' },
  YoutubeVideo: { View: VideoView, frame: 'group' },
  Document: { View: DocumentView, frame: 'group' },
  SingleChoiceWithImage: { View: SingleChoiceWithImageView, frame: 'radios' },
  MultiChoiceWithImage: { View: MultiChoiceWithImageView, frame: 'group' },
  ArrangeInOrder: { View: OrderView, frame: 'group' },
};
