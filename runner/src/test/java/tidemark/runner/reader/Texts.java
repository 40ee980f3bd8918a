package tidemark.runner.reader;

/** A pipeline and a suite that use every key of the language. */
final class Texts {
  static final String PIPELINE =
      """
      # yaml-language-server: $schema=../schemas/pipeline.schema.json
      format: 1
      pipeline: everything
      description: >
        All there
        is.
      vars:
        delay: 10 minutes
        folder: "${env:NOT_SET:-../data}/access"
      sources:
        access:
          file:
            path: ${var:folder}
            format: ndjson
            max_files_per_batch: 16
            quiet_time: 5s
            buffer: 64KiB
            delimiter: \\t
          columns: &columns
            ts: timestamp not null
            site: string
            status: int
            bytes: bigint
            tags: array<string>
            raw: string
          on_bad_record: keep
          bad_record_column: raw
          max_bytes_per_batch: 64MB
          idle_after: 5 minutes
          max_future_skew: 2 days
          starting: earliest
          watermark: {column: ts, delay: "${var:delay}"}
        more:
          file: {path: more}
          columns: {<<: *columns, extra: "struct<a: int, b: map<string,double>>"}
          max_rows_per_batch: 1000
          starting: {timestamp: "2026-01-01T00:00:00Z"}
        products:
          jdbc: {url: "jdbc:x", table: products}
          columns: {id: string, name: string}
          static: true
          refresh: 1 hour
      steps:
        served:
          from: access
          filter: |
            status < 500
            and site <> '#1: a'
        columns:
          from: served
          with: {hour: "date_trunc('hour', ts)"}
        few:
          from: columns
          select: {ts: ts, site: site, n: bytes + 1}
        fewer:
          from: few
          drop: [n]
        renamed:
          from: fewer
          rename: {place: site}
        exploded:
          from: served
          explode: {column: tags, as: tag, outer: true}
        marked:
          from: renamed
          watermark: {column: ts, delay: 1h}
        both:
          union: [served, more]
        traffic:
          from: both
          aggregate:
            window: {tumbling: 1 minute, offset: 15s, column: ts}
            by: [site]
            compute:
              requests: count(*)
              slow: count(*) FILTER (WHERE bytes > 250)
        sliding:
          from: both
          aggregate:
            window: {sliding: 10 minutes, every: 5 minutes}
            by: {site: upper(site)}
            compute: {n: sum(bytes)}
        sessions:
          from: both
          aggregate: {window: {session: 30m}, by: [site], compute: {n: count(*)}}
        once:
          from: both
          deduplicate: {by: [site, ts], within: watermark}
        day:
          from: both
          deduplicate: {within: 24 hours}
        joined:
          join:
            left: few
            right: served
            type: left_outer
            match: left.site = right.site
            select: {site: left.site}
        named:
          from: few
          lookup:
            source: products
            match: site = id
            type: left_outer
            select: {name: name}
            cache: {max_rows: 100000, expire_after: 10 minutes}
        guard:
          from: served
          stateful:
            by: [site]
            state:
              n: {type: int, initial: 0}
              first: {type: timestamp}
            time: event_time
            rules:
              - when: bytes < 2
                set: {n: state.n + 1, first: "coalesce(state.first, ts)"}
                timeout: 10 minutes
              - when: bytes > 500 AND state.n >= 3
                emit: {site: site, reason: "'probe then spend'"}
                clear: true
            on_timeout:
              emit: {site: site, at: state.first}
              clear: true
        top:
          from: traffic
          sort: [{column: requests, order: desc}, {column: site}]
        first:
          from: top
          limit: 10
      sinks:
        out:
          from: first
          file: {path: ../out, format: ndjson}
        late:
          file: {path: ../late}
        database:
          from: traffic
          jdbc: {url: "jdbc:postgresql://h/db?user=u", password: "${env:PW:-none}"}
      output_mode: complete
      trigger: {every: 10 seconds}
      checkpoint: ../checkpoints/everything
      time_zone: Europe/Berlin
      watermark_policy: max
      late_rows: {sink: late}
      dead_letter: {file: {path: ../dead}}
      memory: {state: 512MB}
      retain_batches: 20
      alerts: {anything: [1, 2]}
      upgrade:
        accept: [c1]
        moved: [{from: steps.a, to: steps.traffic}]
        added: {steps.traffic.slow: from_now}
        drain: [traffic]
        restart: [access]
      """;

  /** The forms that exclude those of {@link #PIPELINE}. */
  static final String OTHERS =
      """
      format: 1
      pipeline: others
      sources:
        access:
          file:
            path: data
            max_rows_per_batch: 5
            max_bytes_per_batch: 1KB
            starting: {offsets: {anything: 1}}
          columns: {ts: timestamp, site: string}
        ticks:
          rate: {rows_per_second: 5}
      steps:
        visits:
          from: access
          stateful: {by: {site: lower(site)}, processor: visits, options: {gap: 30 minutes}}
        changes:
          from: access
          aggregate: {by: [site], compute: {n: count(*)}, changes_only: true, final: true, op: true}
      sinks:
        out: {from: visits, console: {rows: 3}}
        ends: {from: changes, console: {}}
      """;

  static final String SUITE =
      """
      format: 1
      pipeline: p.yaml
      tests:
        - name: everything
          ordered: true
          match: subset
          steps:
            - give:
                access:
                  - {ts: "2026-01-01T12:01:00Z", site: no, bytes: 1.50, x: null, big: 12345678901234567890}
                more: {lines: "a\\nb\\n"}
                other: {file: data.ndjson}
                several: {files: [[], {lines: x}, {file: y}]}
              run: false
            - give: {}
              expect:
                out: []
                batches:
                  - rows: {out: [{n: 1}]}
                    no_data: true
                    input_rows: 3
                    watermark: 2026-01-01T00:00:00Z
                    watermark_after: "2026-01-01T00:00:00Z"
                    state: {traffic: {rows: 1, updated: 1, removed: 0, dropped_late: 2}}
                    batch: 2
                bad_records: {access: 1}
            - crash: {batch: 2, at: sink_prepared}
            - give: {access: []}
              expect: {error: TM601}
            - restart: true
            - restart: {pipeline: other.yaml}
              expect: {refused: [TM503, TM501]}
          finally:
            out: [{n: 1}]
            batches: [{batch: 1, rows: {out: []}}]
        - name: refused
          refused: any
      """;

  private Texts() {}
}
