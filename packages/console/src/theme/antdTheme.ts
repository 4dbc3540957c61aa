import { type ThemeConfig, theme } from 'antd';
import type { Palette, ThemeName } from './tokens.ts';

/** CJK fonts by language. The first one available determines the regional form of Han characters. */
const cjk: Record<string, string> = {
  'zh-hans': '"PingFang SC","Microsoft YaHei UI","Noto Sans SC"',
  'zh-hant': '"PingFang TC","Microsoft JhengHei UI","Noto Sans TC"',
  ja: '"Hiragino Sans","Yu Gothic UI","Noto Sans JP"',
  en: '"PingFang SC","Microsoft YaHei UI","Noto Sans SC"',
};

/** Fonts of the interface, and of technical values. */
export const fontsOf = (language: string) => ({
  ui: `-apple-system,BlinkMacSystemFont,"Segoe UI Variable Text","Segoe UI",Roboto,"Noto Sans",${cjk[language]},sans-serif`,
  code: `ui-monospace,SFMono-Regular,Menlo,"Cascadia Mono",Consolas,${cjk[language]},monospace`,
});

const shared = {
  fontSize: 14,
  fontSizeSM: 12,
  fontSizeLG: 15,
  fontSizeXL: 18,
  fontSizeHeading1: 28,
  fontSizeHeading2: 22,
  fontSizeHeading3: 20,
  fontSizeHeading4: 16,
  fontSizeHeading5: 14,
  lineHeight: 22 / 14,
  fontWeightStrong: 600,
  borderRadius: 6,
  borderRadiusSM: 4,
  borderRadiusLG: 8,
  borderRadiusXS: 3,
  controlHeight: 32,
  controlHeightSM: 26,
  controlHeightLG: 40,
  controlOutlineWidth: 3,
  motionDurationFast: '0.08s',
  motionDurationMid: '0.14s',
  motionDurationSlow: '0.2s',
};

const tokenOf = (c: Palette): ThemeConfig['token'] => ({
  colorPrimary: c.fill,
  colorInfo: c.fill,
  colorLink: c.primary,
  colorLinkHover: c.primaryHover,
  colorSuccess: c.okSolid,
  colorWarning: c.warnSolid,
  colorError: c.badSolid,
  colorText: c.text,
  colorTextHeading: c.text,
  colorTextSecondary: c.text2,
  colorTextTertiary: c.text3,
  colorTextDescription: c.text3,
  colorTextPlaceholder: c.text3,
  colorTextQuaternary: c.text4,
  colorTextDisabled: c.text4,
  colorIcon: c.text3,
  colorIconHover: c.text,
  colorBgLayout: c.layout,
  colorBgContainer: c.container,
  colorBgElevated: c.elevated,
  colorBgMask: c.mask,
  colorBorder: c.btnLine,
  colorBorderSecondary: c.line,
  colorSplit: c.line2,
  colorFillAlter: c.sunken,
  controlItemBgHover: c.hover,
  controlItemBgActive: c.selected,
  controlItemBgActiveHover: c.selected,
  boxShadow: c.shadowUp,
  boxShadowSecondary: c.shadowUp,
});

const controlsOf = (c: Palette): ThemeConfig['components'] => ({
  Button: {
    colorPrimary: c.ink,
    colorPrimaryHover: c.inkHover,
    colorPrimaryActive: c.inkActive,
    primaryColor: c.onInk,
    primaryShadow: 'none',
    defaultShadow: 'none',
    dangerShadow: 'none',
    fontWeight: 500,
    paddingInline: 12,
    defaultBorderColor: c.btnLine,
    defaultHoverBorderColor: c.text3,
    defaultHoverColor: c.text,
    defaultHoverBg: c.hover,
    contentFontSizeSM: 13,
    textHoverBg: c.hover,
  },
  Input: { colorBorder: c.field, hoverBorderColor: c.text2, paddingInline: 10 },
  InputNumber: { colorBorder: c.field, hoverBorderColor: c.text2 },
  Select: { colorBorder: c.field, hoverBorderColor: c.text2, optionSelectedBg: c.selected, optionHeight: 32 },
  TreeSelect: { colorBorder: c.field },
  DatePicker: { colorBorder: c.field, hoverBorderColor: c.text2 },
  Checkbox: { colorBorder: c.field },
  Radio: { colorBorder: c.field, buttonSolidCheckedBg: c.ink },
  Switch: { colorTextQuaternary: c.switchOff, colorTextTertiary: c.text3 },
  Segmented: { trackBg: c.track, itemSelectedBg: c.elevated, itemColor: c.text2, trackPadding: 2 },
  Form: { labelFontSize: 13, labelColor: c.text, itemMarginBottom: 18, verticalLabelPadding: '0 0 4px' },
});

const partsOf = (c: Palette): ThemeConfig['components'] => ({
  Table: {
    headerBg: c.sunken,
    headerColor: c.text2,
    headerSplitColor: 'transparent',
    headerBorderRadius: 0,
    headerSortActiveBg: c.sunken,
    headerSortHoverBg: c.hover,
    fixedHeaderSortActiveBg: c.sunken,
    bodySortBg: c.container,
    rowHoverBg: c.hover,
    rowSelectedBg: c.selected,
    rowSelectedHoverBg: c.selected,
    cellFontSize: 13,
    cellFontSizeMD: 13,
    cellFontSizeSM: 13,
    cellPaddingBlock: 9,
    cellPaddingInline: 12,
    cellPaddingBlockMD: 9,
    cellPaddingInlineMD: 12,
    cellPaddingBlockSM: 6,
    cellPaddingInlineSM: 10,
    borderColor: c.line2,
    footerBg: c.container,
  },
  Tabs: {
    horizontalItemGutter: 24,
    horizontalItemPadding: '9px 0',
    horizontalMargin: '0',
    titleFontSize: 14,
    inkBarColor: c.ink,
    itemSelectedColor: c.text,
    itemColor: c.text2,
    itemHoverColor: c.text,
  },
  Tree: {
    colorBorder: c.field,
    titleHeight: 28,
    nodeHoverBg: c.hover,
    nodeSelectedBg: c.selected,
    directoryNodeSelectedBg: c.selected,
  },
  Card: { headerBg: 'transparent', headerFontSize: 14, headerHeight: 44, bodyPadding: 16, headerPadding: 16 },
  Modal: { titleFontSize: 16, contentBg: c.elevated, headerBg: c.elevated, footerBg: c.elevated },
  Tag: { defaultBg: c.offBg, defaultColor: c.text2 },
  Alert: { defaultPadding: '8px 12px', withDescriptionPadding: '12px 14px' },
  Tooltip: { colorBgSpotlight: c.tooltip },
  Pagination: { itemSize: 28, itemActiveBg: c.container, fontSize: 13 },
  Progress: { defaultColor: c.primary },
  Timeline: { dotBg: c.container },
  Descriptions: { itemPaddingBottom: 10 },
});

/** Theme of the component library. */
export const antdTheme = (palette: Palette, name: ThemeName, language: string): ThemeConfig => {
  const fonts = fontsOf(language);
  const motion = !window.matchMedia?.('(prefers-reduced-motion: reduce)').matches;
  return {
    algorithm: name === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm,
    token: { ...shared, motion, fontFamily: fonts.ui, fontFamilyCode: fonts.code, ...tokenOf(palette) },
    components: { ...controlsOf(palette), ...partsOf(palette) },
  };
};
