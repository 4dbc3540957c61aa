import { BarChart, LineChart } from 'echarts/charts';
import { AriaComponent, GridComponent, TooltipComponent } from 'echarts/components';
import { type EChartsCoreOption, init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';

use([LineChart, BarChart, GridComponent, TooltipComponent, AriaComponent, SVGRenderer]);

/** Draws a chart into an element and follows its size. */
export const mountChart = (element: HTMLElement) => {
  const chart = init(element, null, { renderer: 'svg' });
  const observer = new ResizeObserver(() => chart.resize());
  observer.observe(element);
  return {
    set: (option: EChartsCoreOption) => chart.setOption(option, { notMerge: true }),
    dispose: () => {
      observer.disconnect();
      chart.dispose();
    },
  };
};
