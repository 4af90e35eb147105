"""pages.parquet, blocks.parquet and links.parquet."""

from __future__ import annotations

from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sitegist.records import PageRecord

PAGES = (
    ("url", "string"),
    ("kind", "string"),
    ("cluster", "int32"),
    ("same_as", "string"),
    ("title", "string"),
    ("author", "string"),
    ("date", "string"),
    ("description", "string"),
    ("language", "string"),
    ("site_name", "string"),
    ("page_type", "string"),
    ("image", "string"),
    ("method", "string"),
    ("words", "int32"),
    ("kept_words", "int32"),
    ("confidence", "float64"),
    ("text", "string"),
)
BLOCKS = (
    ("url", "string"),
    ("block", "int32"),
    ("path", "string"),
    ("kept", "bool"),
    ("score", "float64"),
    ("reason", "string"),
    ("words", "int32"),
    ("linked_words", "int32"),
    ("pages", "int32"),
    ("text", "string"),
)
LINKS = (
    ("url", "string"),
    ("target", "string"),
    ("fragment", "string"),
    ("anchor", "string"),
    ("block", "int32"),
    ("kept", "bool"),
    ("entropy", "float64"),
    ("informative", "bool"),
)
# Rows that wait in memory before they are written.
_WAITING = 20_000


class Tables:
    """Writes the three tables of a site, page by page."""

    def __init__(self, folder: Path) -> None:
        self._tables = {
            name: _Table(folder / f"{name}.parquet", columns)
            for name, columns in (("pages", PAGES), ("blocks", BLOCKS), ("links", LINKS))
        }

    def add(self, record: PageRecord) -> None:
        """Add a page with its blocks and links."""
        self._tables["pages"].add([record.row])
        self._tables["blocks"].add(record.blocks)
        self._tables["links"].add(record.links)

    def __enter__(self) -> Tables:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for table in self._tables.values():
            table.close()


class _Table:
    def __init__(self, path: Path, columns: tuple[tuple[str, str], ...]) -> None:
        import pyarrow as pa
        import pyarrow.parquet as pq

        types = {
            "bool": pa.bool_(),
            "string": pa.string(),
            "int32": pa.int32(),
            "float64": pa.float64(),
        }
        self._schema = pa.schema([(name, types[kind]) for name, kind in columns])
        self._writer = pq.ParquetWriter(path, self._schema, compression="zstd")
        self._rows: list[tuple[Any, ...]] = []

    def add(self, rows: list[tuple[Any, ...]]) -> None:
        self._rows.extend(rows)
        if len(self._rows) >= _WAITING:
            self._flush()

    def close(self) -> None:
        self._flush()
        self._writer.close()

    def _flush(self) -> None:
        import pyarrow as pa

        if self._rows:
            columns = [
                pa.array(column, field.type)
                for column, field in zip(zip(*self._rows), self._schema)
            ]
            self._writer.write_table(pa.Table.from_arrays(columns, schema=self._schema))
            self._rows = []
