import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';

/** A checkbox with its styles, which only the console needs. */
export { Checkbox } from '@mantine/core';
