import { z } from 'zod';
import { defineCall } from '../call/defineCall.ts';
import { files, media } from '../call/media.ts';
import { lookForm } from '../look/lookForm.ts';
import { settingCategories } from '../settings/catalogue.ts';
import { openSettings } from '../settings/publicSettings.ts';

const { permission } = settingCategories.interface;

const look = openSettings.shape.INTERFACE.extend({ theme_color: z.string() });

export const getLook = defineCall('GET /api/v1/xpack/interface/setting/', {
  summary: 'How the pages look',
  permission,
  shows: { form: lookForm },
  answer: look,
});

export const changeLook = defineCall('PUT /api/v1/xpack/interface/setting/', {
  summary:
    'Changes texts, theme and pictures (PNG or JPEG); omitted ones stay, and an empty text for a picture restores that of the product',
  permission,
  body: files,
  answer: look,
});

export const restoreLook = defineCall('PUT /api/v1/xpack/interface/setting/restore/', {
  summary: 'Restores the look of the product',
  permission,
  answer: z.object({ success: z.string() }),
});

export const listThemes = defineCall('GET /api/v1/xpack/interface/setting/themes/', {
  summary: 'Themes with their colours',
  permission,
  shows: { columns: { name: 'string', colors: 'nested object' } },
  answer: z.array(z.object({ name: z.string(), colors: z.record(z.string(), z.string()) })),
});

export const getLookStyle = defineCall('GET /core/look.css', {
  summary: 'The colour of the pages that the server draws',
  permission: 'public',
  answer: media('text/css'),
});
