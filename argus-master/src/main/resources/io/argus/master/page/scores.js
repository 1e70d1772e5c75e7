// The scores of the paper, observed: fairness, efficiency and both together.

import {as, el, put, tile} from './page.js';
import {historyCharts} from './history.js';

export function scores(view) {
  const tiles = el('dl', {class: 'tiles'});
  view.replaceChildren(el('h2', {}, 'Scores'), tiles);
  const charts = historyCharts(view, (span) => `history.json?span=${span}`, ({millis, scores: {jIndex, efficiency, dScore}}, chart) => [
    chart({title: 'Scores', unit: '0 to 1', format: as.ratio, most: 1, millis, fixed: true, series: [{name: 'D-score', values: dScore ?? []}, {name: 'J-index', values: jIndex ?? []}, {name: 'Efficiency', values: efficiency ?? []}]}),
  ]);
  return async (status) => {
    put(
      tiles,
      tile('D-score', status.dScore, as.ratio, 'dScore', `${as.ratio(status.alpha)} × J-index + ${as.ratio(1 - status.alpha)} × efficiency`),
      tile('J-index', status.jIndex, as.ratio, 'jIndex', 'fairness: 1 if all have the same loss'),
      tile('Efficiency', status.efficiency, as.ratio, 'efficiency', '1 − mean loss'),
      tile('Min-max ratio', status.minMaxRatio, as.ratio, 'minMaxRatio', 'throughput / isolated throughput: least over greatest'),
      tile('Weight of fairness, α', status.alpha, as.ratio, 'alpha', 'of the J-index in the D-score'),
    );
    await charts();
  };
}
